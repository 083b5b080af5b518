"""What `snakelab doctor` looks at: whether this installation and this machine can do the work, and what to type if not."""
