"""From a file to plain data: which file it is, what its values are and where each was written, what is laid over them."""
