"""The life of a table around its rounds."""
