"""From a tree of rigid bodies, as URDF and MJCF have it, to a chain of parts."""
