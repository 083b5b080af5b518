"""The commands of `snakelab`, a module for each family. What is slow to import is imported inside them."""
