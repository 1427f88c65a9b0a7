-- Messages of the contact forms have a language, and answers by staff.
ALTER TABLE outbox ADD COLUMN lang TEXT;
-- The contact message that this email answers. NULL: none.
ALTER TABLE outbox ADD COLUMN answers TEXT;
-- Time at which staff answered a contact message, or marked it as answered. NULL: the message waits
-- for an answer.
ALTER TABLE outbox ADD COLUMN answered_at TEXT;
-- The carrier's error of the last attempt to send the message.
ALTER TABLE outbox ADD COLUMN failure TEXT;

CREATE INDEX outbox_of_visitors ON outbox (created_at) WHERE purpose = 'contact-message';
CREATE INDEX outbox_answers ON outbox (answers, created_at) WHERE answers IS NOT NULL;
