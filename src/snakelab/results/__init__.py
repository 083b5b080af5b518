"""What a run leaves behind: recordings, and the figures of merit taken from them."""
