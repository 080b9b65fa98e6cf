"""What the documents of the site are made of: types that the views are checked against and OpenAPI is written from."""
