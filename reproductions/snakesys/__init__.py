"""Gaits of the snake with orthogonal joints (SnakeSys): published figures, and trials on grass, rocks and rough ground."""
