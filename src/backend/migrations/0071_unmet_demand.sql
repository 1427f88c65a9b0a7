-- What visitors looked for and could not buy, by day. No row is about one visitor.
CREATE TABLE unmet_demand (
  -- `search`, `place` or `tariff`, as in src/domain/unmet-demand.ts.
  kind TEXT NOT NULL,
  -- UTC, such as 2026-11-22.
  day TEXT NOT NULL,
  -- A normalised text, a place or the id of a plan.
  subject TEXT NOT NULL,
  -- Visitors of the day. A network counts as one visitor.
  visitors INTEGER NOT NULL,
  PRIMARY KEY (kind, day, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX unmet_demand_by_day ON unmet_demand (day);
