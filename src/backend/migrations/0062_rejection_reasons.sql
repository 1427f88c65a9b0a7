-- Why staff rejected a withdrawal. The partner reads it. Earlier reasons are only in the audit,
-- because staff wrote them for each other.
ALTER TABLE referrer_transactions ADD COLUMN rejection_reason TEXT
  CHECK (length(rejection_reason) BETWEEN 1 AND 200);
