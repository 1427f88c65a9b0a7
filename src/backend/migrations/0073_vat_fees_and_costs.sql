-- The VAT in the price of an order, in hundredths of a percent: 2000 is 20 %. NULL: the shop stated
-- no VAT when the order was placed. A later change of VAT_PERCENT does not change receipts.
ALTER TABLE invoices ADD COLUMN vat_hundredths INTEGER CHECK (vat_hundredths > 0);

-- The provider's fee for a charge. NULL: the provider has not reported it.
ALTER TABLE payment_facts ADD COLUMN fee_minor INTEGER;
ALTER TABLE payment_facts ADD COLUMN fee_currency TEXT;

-- The back office adds up what the shop bought from suppliers in a month.
CREATE INDEX supplier_orders_by_end ON supplier_orders (ended_at) WHERE status = 'done';
