-- Anyone who knows the password, or reads the emails, can sign in to a closed account. The session
-- gives no access, and must not become valid when the account is opened again.
DROP TRIGGER end_sessions_of_closed_account;
CREATE TRIGGER end_sessions_of_closed_account AFTER UPDATE OF scope ON customers
WHEN NEW.scope <> OLD.scope
BEGIN
  DELETE FROM sessions WHERE subject_id = NEW.id AND kind = 'customer';
END;
