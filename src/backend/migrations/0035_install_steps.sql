-- The last step of the installation that the traveller ticked: travellerSteps in
-- src/contract/esims.ts.
ALTER TABLE esims ADD COLUMN traveller_step TEXT NOT NULL DEFAULT 'bought'
  CHECK (traveller_step IN ('bought', 'installed', 'landed'));
