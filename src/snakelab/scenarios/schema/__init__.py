"""What the data may say, and the objects that they become: words, keys, and the figures that are expected of a run."""
