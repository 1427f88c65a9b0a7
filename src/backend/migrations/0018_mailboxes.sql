-- Unpaid orders are limited for a mailbox, which many addresses can reach.

-- The canonical mailbox of the email address. NULL: ordered before this migration.
ALTER TABLE invoices ADD COLUMN mailbox TEXT;
CREATE INDEX invoices_unpaid_by_mailbox ON invoices (mailbox, created_at)
  WHERE status IN ('processing', 'failed');
-- Orders were counted by their address with it.
DROP INDEX invoices_by_email;
