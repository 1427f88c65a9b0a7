-- Paid orders by time, for the sales, cost and profit of a period.
CREATE INDEX invoices_by_payment ON invoices (paid_at) WHERE paid_at IS NOT NULL;
