"""What an atlas leaves: its page, its figure, its table and its files."""
