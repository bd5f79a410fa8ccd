-- A subscription that begins a trial leaves word of it in the same statement: the job `trials` reads its marks.
CREATE OR REPLACE FUNCTION "note_trial"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."trialStart" IS NOT NULL AND (TG_OP = 'INSERT' OR OLD."trialStart" IS NULL) THEN
    INSERT INTO "trial" ("subscriptionId", "repeats") VALUES (NEW."id", '{}') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "trial_begun" AFTER INSERT OR UPDATE ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "note_trial"();
