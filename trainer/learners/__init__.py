"""What learners do and how far they have come, whoever shows it: each use case a transaction."""
