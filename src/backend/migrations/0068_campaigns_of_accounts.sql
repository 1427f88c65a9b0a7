-- UTM parameters of the visit that created an account.
ALTER TABLE customers ADD COLUMN utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm));
ALTER TABLE referrers ADD COLUMN utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm));

-- The back office counts the new accounts of a month by campaign.
CREATE INDEX customers_of_campaigns ON customers (created_at) WHERE utm <> '{}';
CREATE INDEX referrers_of_campaigns ON referrers (created_at) WHERE utm <> '{}';
