"""Places of the parameters of a material in its row, and codes of the elastic laws, for kernels."""

STRAIN, BODY, TUBE, MATRIX, RING, FIRST, SECOND, THIRD, CONSISTENCY, INDEX, SLOW, FLOOR, WIDTH = range(13)
# A coordinate without a material has only its Spring.
NO_MATERIAL, LINEAR, YEOH = range(3)
