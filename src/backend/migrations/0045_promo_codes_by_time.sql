-- Staff list promo codes, the newest first.
CREATE INDEX promo_codes_by_time ON promo_codes (created_at DESC, code);
