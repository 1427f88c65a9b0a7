-- The content of an email as JSON (src/backend/mail/letter.ts). NULL: the message has only the text
-- in `body`, such as an SMS or an email to the operator.
ALTER TABLE outbox ADD COLUMN letter TEXT CHECK (letter IS NULL OR json_valid(letter));
-- The Reply-To address of an email. NULL: SUPPORT_EMAIL.
ALTER TABLE outbox ADD COLUMN reply_to TEXT;

-- The carrier's id of an accepted message.
ALTER TABLE outbox ADD COLUMN reference TEXT;
CREATE INDEX outbox_by_reference ON outbox (reference) WHERE reference IS NOT NULL;
-- Time and reason of a bounce, as the carrier reported it. NULL: no bounce was reported.
ALTER TABLE outbox ADD COLUMN bounced_at TEXT;
ALTER TABLE outbox ADD COLUMN bounce_reason TEXT;
