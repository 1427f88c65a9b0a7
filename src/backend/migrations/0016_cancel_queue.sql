-- Time of the last attempt to cancel the payment of an expired invoice. Payments without an attempt
-- come first.
ALTER TABLE payments ADD COLUMN cancel_tried_at TEXT;
