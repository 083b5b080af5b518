"""Image of a camera from a rendered picture: lens, light, water, exposure and noise."""
