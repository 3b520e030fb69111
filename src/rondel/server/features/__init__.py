"""What people have at a table besides the game: chat, moderation, ratings, replays and conditional moves."""
