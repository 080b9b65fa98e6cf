"""What can be asked of the site: one room for each thing that people come for."""
