-- When an earlier recovery of the partner ended, while a later one is pending. `ends_at` gets it
-- back when a passkey stops the later one.
ALTER TABLE passkey_recoveries ADD COLUMN ended_before TEXT;
