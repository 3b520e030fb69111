"""Messages about people: accounts, chat, ratings and moderation."""
