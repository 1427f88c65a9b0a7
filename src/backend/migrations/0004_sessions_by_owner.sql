-- Whose sessions there are: a new password ends the others.
CREATE INDEX sessions_by_owner ON sessions (subject_id, kind);
