-- A write that states no version raises it: what was decided from the record before is then decided again.
CREATE OR REPLACE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version" + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "customer_version" BEFORE UPDATE ON "customer"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();
CREATE OR REPLACE TRIGGER "subscription_version" BEFORE UPDATE ON "subscription"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();
CREATE OR REPLACE TRIGGER "payment_version" BEFORE UPDATE ON "payment"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();
