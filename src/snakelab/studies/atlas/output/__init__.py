"""Output of an atlas: page, figure, table and files."""
