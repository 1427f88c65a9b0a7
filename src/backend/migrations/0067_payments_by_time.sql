-- The back office adds up the payments of a month.
CREATE INDEX payment_facts_by_time ON payment_facts (at);
