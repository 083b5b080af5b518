"""Display of objects in a notebook: the registry through which an object finds its HTML."""
