"""World in MuJoCo: surfaces as geoms, the skin as capsules, and a contact pair for each two that may touch."""
