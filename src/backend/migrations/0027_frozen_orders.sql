-- Staff can freeze an order while they check it.

-- Time since which the shop does not deliver the order, refund it automatically or show its codes.
-- NULL: the order is not frozen.
ALTER TABLE invoices ADD COLUMN frozen_at TEXT;
