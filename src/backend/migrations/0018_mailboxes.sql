-- A limit of unpaid orders applies to a mailbox, because many addresses can lead to one mailbox.

-- The canonical mailbox of the email address. NULL for orders from before this migration.
ALTER TABLE invoices ADD COLUMN mailbox TEXT;
CREATE INDEX invoices_unpaid_by_mailbox ON invoices (mailbox, created_at)
  WHERE status IN ('processing', 'failed');
-- This index counted orders by their address.
DROP INDEX invoices_by_email;
