-- Whoever writes a purchase of an account whose address is not proven leaves word of it in the same statement: inserts
-- only, so that events never wait for each other. An import mails nobody: while one runs, the next purchase tells.
CREATE OR REPLACE FUNCTION "note_unproven_purchase"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "unproven_purchase" ("userId")
  SELECT id FROM "user" WHERE id = NEW."userId" AND NOT "emailVerified" AND "askedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "reconcile_run" r WHERE r.provider = NEW.provider AND r.trigger = 'import'
      AND r."finishedAt" IS NULL AND r."startedAt" > clock_timestamp() - interval '1 day');
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "subscription_unproven" AFTER INSERT ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "note_unproven_purchase"();
CREATE OR REPLACE TRIGGER "payment_unproven" AFTER INSERT ON "payment"
  FOR EACH ROW EXECUTE FUNCTION "note_unproven_purchase"();
