"""What `page.py` measures of the page."""
