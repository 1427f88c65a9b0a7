-- A keyed hash of what the person entered. A form that was sent before with other input is refused.
-- NULL in rows of older releases, and in rows of commands that write several transactions.
ALTER TABLE audit ADD COLUMN input_hash TEXT;
