-- What a command said, so that an id cannot stand for two commands.
ALTER TABLE tenback_log ADD COLUMN fingerprint TEXT;
