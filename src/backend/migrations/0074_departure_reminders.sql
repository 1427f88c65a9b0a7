-- The time of an email with the last steps before the departure. NULL without a request, and after
-- the email.
ALTER TABLE esims ADD COLUMN reminder_at TEXT;
CREATE INDEX esims_to_remind ON esims (reminder_at) WHERE reminder_at IS NOT NULL;
