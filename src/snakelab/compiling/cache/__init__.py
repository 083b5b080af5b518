"""Cache of compiled code on disk: its folder, the digest of the sources, and the storage of each kernel."""
