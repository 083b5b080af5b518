"""What a recording holds beside its variables, one idea a file: frames, surfaces, propellers, soft sections, goals, futures."""
