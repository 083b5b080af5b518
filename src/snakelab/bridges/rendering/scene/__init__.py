"""MuJoCo model of what cameras see: meshes and textures of the world, and the bodies of the robot."""
