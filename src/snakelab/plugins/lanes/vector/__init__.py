"""Lane values: a vector of numbers as one value of the compiler."""
