-- Staff can freeze an order while they check it.

-- Nothing is delivered, refunded by itself, or shown since then. NULL: the order is not frozen.
ALTER TABLE invoices ADD COLUMN frozen_at TEXT;
