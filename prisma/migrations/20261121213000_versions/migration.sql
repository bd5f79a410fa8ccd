-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- Builds that run beside know no version of a customer or payment: until the release after next it is raised for them.
CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version" + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER "customer_version" BEFORE UPDATE ON "customer"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER "subscription_version" BEFORE UPDATE ON "subscription"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();

CREATE TRIGGER "payment_version" BEFORE UPDATE ON "payment"
  FOR EACH ROW WHEN (NEW."version" = OLD."version") EXECUTE FUNCTION "raise_version"();
