"""World around the body, as flat areas: ground, blocks, walls, water."""
