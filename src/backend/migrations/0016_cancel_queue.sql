-- When cancelling the payment of an expired invoice was last tried: the others come first.
ALTER TABLE payments ADD COLUMN cancel_tried_at TEXT;
