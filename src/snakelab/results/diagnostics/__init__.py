"""What a person is told of a run or of several: remarks, a summary, comparisons."""
