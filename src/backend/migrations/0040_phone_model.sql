-- The phone that was checked before an order, and fits: the id of a model, or `eid`. NULL: none.
ALTER TABLE invoices ADD COLUMN phone_model TEXT;
