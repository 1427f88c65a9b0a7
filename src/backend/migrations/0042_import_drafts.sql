-- Files that staff have uploaded and not confirmed yet. They may contain activation codes, so a
-- file is deleted after its import or after an hour.
CREATE TABLE import_drafts (
  id TEXT PRIMARY KEY,
  -- JSON: [{ name, text }]
  files TEXT NOT NULL CHECK (json_valid(files)),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX import_drafts_by_time ON import_drafts (created_at);

-- The operator's own plans, which a file replaces.
CREATE INDEX tariffs_of_files ON tariffs (id) WHERE supplier IS NULL;
