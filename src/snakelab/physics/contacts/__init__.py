"""Contact of skin points with surfaces: detection, forces on the bodies, and applied values.

A point at offset c from its station's centre, with velocity u = v + omega x c and the normal n of the surface, is subject to

    f = -(K (gap + dt w) + B w) n - sum e_i (f_i + S_ij u_j),    w = n . u,

at the velocity that the step reaches, so with G = (B + dt K) n n^T + sum S_ij e_i e_j^T it adds dt G to the inertia at that
point. The linearised friction f_i + S_ij u_j is that for the normal force of the previous pass, see `sliding`.
Everything here is in station axes.
"""
