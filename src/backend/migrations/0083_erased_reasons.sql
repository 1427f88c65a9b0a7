-- The erasure of a person removes the reasons that staff typed for their actions, because they can
-- contain names and addresses. Nothing else of an audit row is ever changed.
DROP TRIGGER audit_is_never_changed;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
WHEN (NEW.id, NEW.idempotency_key, NEW.at, NEW.staff_subject, NEW.staff_name, NEW.role, NEW.action,
    NEW.subject_kind, NEW.subject_id, NEW.input_hash, NEW.details)
  IS NOT (OLD.id, OLD.idempotency_key, OLD.at, OLD.staff_subject, OLD.staff_name, OLD.role,
    OLD.action, OLD.subject_kind, OLD.subject_id, OLD.input_hash,
    json_remove(OLD.details, '$.reason'))
BEGIN
  SELECT RAISE(ABORT, 'audit rows are never changed');
END;
