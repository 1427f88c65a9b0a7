-- Messages of the contact forms have a language, and answers of staff.
ALTER TABLE outbox ADD COLUMN lang TEXT;
-- The message of a contact form that this mail answers. NULL: none.
ALTER TABLE outbox ADD COLUMN answers TEXT;
-- When staff answered a message of a contact form, or marked it as answered. NULL: it waits.
ALTER TABLE outbox ADD COLUMN answered_at TEXT;
-- Why the last attempt to send a message failed, as its carrier said.
ALTER TABLE outbox ADD COLUMN failure TEXT;

CREATE INDEX outbox_of_visitors ON outbox (created_at) WHERE purpose = 'contact-message';
CREATE INDEX outbox_answers ON outbox (answers, created_at) WHERE answers IS NOT NULL;
