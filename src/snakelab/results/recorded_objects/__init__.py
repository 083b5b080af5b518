"""Contents of a recording besides its variables: frames, surfaces, propellers, soft sections, prediction snapshots."""
