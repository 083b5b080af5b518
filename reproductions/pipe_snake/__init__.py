"""The underwater snake that Monte Carlo MPC steers into pipes and through them."""
