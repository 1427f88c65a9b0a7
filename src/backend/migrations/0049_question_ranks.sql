-- The order of the questions of a topic, as staff have set it. Questions without a rank come after
-- those with one, in the order of the files.
CREATE TABLE question_ranks (
  ident TEXT PRIMARY KEY,
  rank INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
