"""The laws of the test kit, each with its test."""
