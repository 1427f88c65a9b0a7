-- The list of partners in the back office, the newest first.
CREATE INDEX referrers_by_time ON referrers (created_at, id);
