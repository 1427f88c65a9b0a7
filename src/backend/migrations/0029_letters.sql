-- What a mail says, as JSON (src/backend/mail/letter.ts). NULL: only its text in `body`, as SMS and
-- mails to the operator have it.
ALTER TABLE outbox ADD COLUMN letter TEXT CHECK (letter IS NULL OR json_valid(letter));
-- Where answers to a mail go. NULL: to SUPPORT_EMAIL.
ALTER TABLE outbox ADD COLUMN reply_to TEXT;

-- The carrier's number of a message it accepted.
ALTER TABLE outbox ADD COLUMN reference TEXT;
CREATE INDEX outbox_by_reference ON outbox (reference) WHERE reference IS NOT NULL;
-- When a message turned out not to reach its recipient, and what the carrier said. NULL: not known.
ALTER TABLE outbox ADD COLUMN bounced_at TEXT;
ALTER TABLE outbox ADD COLUMN bounce_reason TEXT;
