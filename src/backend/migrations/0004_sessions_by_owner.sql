-- Sessions of an account. A new password ends all other sessions.
CREATE INDEX sessions_by_owner ON sessions (subject_id, kind);
