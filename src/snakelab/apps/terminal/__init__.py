"""Output to the terminal: messages, tables, progress; keys and Ctrl-C."""
