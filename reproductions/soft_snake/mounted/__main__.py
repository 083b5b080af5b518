"""Print the table as CSV: `python -m reproductions.soft_snake.mounted`, four minutes on two cores."""

from reproductions.soft_snake.mounted import lines, pairs

if __name__ == "__main__":
    for line in lines(pairs()):
        print(line, flush=True)
