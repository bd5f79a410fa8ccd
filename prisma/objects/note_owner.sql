-- Whoever writes a record of an owner names the owner in the same statement, whatever was changed: inserts only, so that
-- events of one owner never wait for each other. What bears on access is decided where it is computed.
CREATE OR REPLACE FUNCTION "note_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "access_change" ("userId") VALUES (OLD."userId");
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND OLD."userId" <> NEW."userId" THEN
    INSERT INTO "access_change" ("userId") VALUES (NEW."userId");
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "subscription_owner" AFTER INSERT OR UPDATE OR DELETE ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "note_owner"();
CREATE OR REPLACE TRIGGER "payment_owner" AFTER INSERT OR UPDATE OR DELETE ON "payment"
  FOR EACH ROW EXECUTE FUNCTION "note_owner"();
CREATE OR REPLACE TRIGGER "grant_owner" AFTER INSERT OR UPDATE OR DELETE ON "access_grant"
  FOR EACH ROW EXECUTE FUNCTION "note_owner"();
