"""The way back: objects as plain data, and plain data as the text of a file."""
