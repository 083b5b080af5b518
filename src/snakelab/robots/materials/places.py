"""Places of a material's numbers in its row, and codes of the elastic laws: what kernels read."""

STRAIN, BODY, TUBE, MATRIX, RING, FIRST, SECOND, THIRD, CONSISTENCY, INDEX, SLOW, FLOOR, WIDTH = range(13)
# A coordinate without a material has its Spring alone.
NO_MATERIAL, LINEAR, YEOH = range(3)
