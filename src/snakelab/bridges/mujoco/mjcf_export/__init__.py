"""Export of rigid chains as MJCF, MuJoCo's XML."""
