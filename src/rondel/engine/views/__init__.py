"""What one viewer may see, and the ids under which the viewer sees tokens."""
