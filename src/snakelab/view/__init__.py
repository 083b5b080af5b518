"""What a person looks at: figures of a recording, and the folder that a run leaves behind."""
