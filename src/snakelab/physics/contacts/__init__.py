"""Contact of skin points with surfaces: which points touch, what they feel, and what was applied.

A point at offset c from its station's centre, with velocity u = v + omega x c and the surface's normal n, feels

    f = -(K (gap + dt w) + B w) n - sum e_i (f_i + S_ij u_j),    w = n . u,

at the velocity that the step reaches, so with G = (B + dt K) n n^T + sum S_ij e_i e_j^T it adds dt G to the inertia at that
point. The line f_i + S_ij u_j of friction holds the load of the last pass, see `sliding`. Everything here is in station axes.
"""
