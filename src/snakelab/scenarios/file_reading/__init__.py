"""Reading of scenario files: file search, parsing with line numbers, variants and overrides."""
