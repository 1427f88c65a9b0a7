-- An eSIM can be activated until the end of the day that its page and emails show, not only until
-- the hour of its purchase.
UPDATE esims SET activate_by = substr(activate_by, 1, 10) || 'T23:59:59.999Z';
