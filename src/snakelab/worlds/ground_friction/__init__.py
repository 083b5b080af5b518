"""Ground: contact with surfaces, friction at link centres, granular media, and natural grounds composed of them."""
