"""Contact of skin points with surfaces: which points touch, what they feel, and what was applied.

A point at offset c from its slice's centre, with velocity u = v + omega x c and the surface's normal n, feels

    f = -(K (gap + dt w) + B w) n - c_1 u_1 e_1 - c_2 u_2 e_2,    w = n . u,

at the velocity that the step reaches, so with G = (B + dt K) n n^T + c_1 e_1 e_1^T + c_2 e_2 e_2^T it adds dt G to the
inertia at that point. The friction secants c_i hold the load of the last pass. Everything here is in slice axes.
"""
