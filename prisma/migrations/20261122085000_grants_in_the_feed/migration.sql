-- fits: 20261121045924_hot_updates

-- What operators give is read by access_source as well.
CREATE TRIGGER "grant_made" AFTER INSERT OR UPDATE ON "access_grant"
  FOR EACH ROW EXECUTE FUNCTION "note_access_change"();

CREATE TRIGGER "purchase_access" AFTER UPDATE ON "payment" FOR EACH ROW
  WHEN (ROW(OLD.plan, OLD."accessDays") IS DISTINCT FROM ROW(NEW.plan, NEW."accessDays"))
  EXECUTE FUNCTION "note_access_change"();
