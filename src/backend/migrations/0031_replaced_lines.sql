-- Staff replace an eSIM, or correct the address of an order.

-- The line that replaced this one. NULL: none did.
ALTER TABLE invoice_lines ADD COLUMN replaced_by INTEGER;

-- When staff found out that no phone can install the profile. It stays with its line.
ALTER TABLE stock ADD COLUMN faulty_at TEXT;

-- When staff corrected the address. Links to the order's page have been sent to the earlier one, so
-- the page no longer links to eSIMs. NULL: never.
ALTER TABLE invoices ADD COLUMN address_corrected_at TEXT;
