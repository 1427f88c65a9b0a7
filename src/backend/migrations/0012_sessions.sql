-- Time and browser of the sign-in, and the hour of the last use. NULL: unknown, for sessions that
-- the previous version opens while this migration is applied.
ALTER TABLE sessions ADD COLUMN opened_at TEXT;
ALTER TABLE sessions ADD COLUMN used_at TEXT;
-- `Firefox, Android`; '' when unknown.
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
-- Existing sessions stay valid.
UPDATE sessions SET
  opened_at = strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '-300 days'),
  used_at = strftime('%Y-%m-%dT%H:%M:%fZ');

-- Closing an account ends its sessions.
CREATE TRIGGER end_sessions_of_closed_account AFTER UPDATE OF scope ON customers
WHEN NEW.scope = '[]'
BEGIN
  DELETE FROM sessions WHERE subject_id = NEW.id AND kind = 'customer';
END;
