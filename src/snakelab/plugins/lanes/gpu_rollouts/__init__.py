"""Roll-outs on a GPU, one in each thread, by kernels that are compiled for the structure of a task."""
