-- Time at which an earlier recovery of the partner ended, while a later one is pending. When a
-- passkey stops the later recovery, `ends_at` gets this value again.
ALTER TABLE passkey_recoveries ADD COLUMN ended_before TEXT;
