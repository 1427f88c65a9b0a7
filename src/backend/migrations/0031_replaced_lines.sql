-- Staff replace an eSIM, or correct the address of an order.

-- The line that replaced this line. NULL: the line was not replaced.
ALTER TABLE invoice_lines ADD COLUMN replaced_by INTEGER;

-- Time at which staff marked the profile as faulty, because no phone can install it. It still
-- belongs to its line.
ALTER TABLE stock ADD COLUMN faulty_at TEXT;

-- Time at which staff corrected the address. The earlier address has a link to the order's page, so
-- the page no longer links to the eSIMs. NULL: never.
ALTER TABLE invoices ADD COLUMN address_corrected_at TEXT;
