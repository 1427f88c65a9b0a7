-- Time at which a supplier took a profile back, so that a return does not change the costs of the
-- month in which the shop bought the profile. NULL: it has not been returned.
ALTER TABLE supplier_orders ADD COLUMN returned_at TEXT;
-- The time of earlier returns is not known. Their profiles never had a cost in any month.
UPDATE supplier_orders SET returned_at = ended_at WHERE status = 'returned';

-- The back office adds up what the shop bought and returned in a month.
DROP INDEX supplier_orders_by_end;
CREATE INDEX supplier_orders_by_end ON supplier_orders (ended_at)
WHERE status IN ('done', 'returned');
CREATE INDEX supplier_orders_by_return ON supplier_orders (returned_at)
WHERE returned_at IS NOT NULL;
