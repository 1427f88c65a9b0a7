-- The sessions of an account. A new password ends the other ones.
CREATE INDEX sessions_by_owner ON sessions (subject_id, kind);
