-- The order of the questions of a topic, as staff set it. Questions without a rank come last, in
-- the order of the files.
CREATE TABLE question_ranks (
  ident TEXT PRIMARY KEY,
  rank INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
