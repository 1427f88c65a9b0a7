-- The last round of scheduled jobs. It shows that the cron trigger has stopped, or that a job fails
-- in every round.
CREATE TABLE last_round (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ended_at TEXT NOT NULL,
  -- JSON: the time since which a job has failed in every round, by the job's name.
  failing TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(failing))
);
-- If the cron trigger never runs, the last round is as old as this migration.
INSERT INTO last_round (id, ended_at) VALUES (1, strftime('%Y-%m-%dT%H:%M:%fZ'));

-- The search for charges that the ledger lacks, which `npm run money:reconcile` requests. It has at
-- most one row.
CREATE TABLE charge_search (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Searches charges that were made since this time.
  since TEXT NOT NULL,
  -- The provider and the page that the search has reached.
  provider TEXT,
  cursor TEXT,
  -- Why the last call to the provider failed.
  problem TEXT,
  ended_at TEXT
);

-- Payment providers at which payments cannot be started, with the failures since the last success.
CREATE TABLE payment_outages (
  provider TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  failed_at TEXT NOT NULL,
  -- Why the last start failed.
  problem TEXT NOT NULL
) WITHOUT ROWID;
