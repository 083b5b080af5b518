"""Input that anyone may have written: files, and text that is shown again."""
