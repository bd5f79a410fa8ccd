-- fits: 20261124129999_access_periods

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "askedAt" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "unproven_purchase" (
    "id" BIGSERIAL NOT NULL,
    "userId" TEXT NOT NULL,

    CONSTRAINT "unproven_purchase_pkey" PRIMARY KEY ("id")
);

-- Whoever writes a purchase of an account whose address is not proven leaves word of it in the same statement: inserts
-- only, so that events never wait for each other.
CREATE FUNCTION "note_unproven_purchase"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "unproven_purchase" ("userId")
  SELECT id FROM "user" WHERE id = NEW."userId" AND NOT "emailVerified" AND "askedAt" IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER "subscription_unproven" AFTER INSERT ON "subscription" FOR EACH ROW EXECUTE FUNCTION "note_unproven_purchase"();
CREATE TRIGGER "payment_unproven" AFTER INSERT ON "payment" FOR EACH ROW EXECUTE FUNCTION "note_unproven_purchase"();
