-- fits: none

-- What an owner may use is computed in TypeScript alone (billing/access/timeline) and stored as periods.
DROP VIEW "access_v2", "access_v1";
DROP FUNCTION "access_at", "access_with_seats_at", "number_changes";
DROP VIEW "access_source";
DROP TRIGGER "subscription_made" ON "subscription";
DROP TRIGGER "subscription_changed" ON "subscription";
DROP TRIGGER "payment_made" ON "payment";
DROP TRIGGER "payment_changed" ON "payment";
DROP TRIGGER "grant_made" ON "access_grant";
DROP FUNCTION "note_access_change", "note_subscription_change", "note_payment_change";

-- AlterTable
ALTER TABLE "change_feed" DROP COLUMN "seededTo";

-- DropTable
DROP TABLE "access_policy";

-- DropTable
DROP TABLE "changed_owner";

-- CreateTable
CREATE TABLE "owner_access" (
    "userId" TEXT NOT NULL,
    "generation" TEXT NOT NULL,
    "number" BIGINT,
    "at" TIMESTAMPTZ(6),

    CONSTRAINT "owner_access_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "access_period" (
    "userId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "validFrom" TIMESTAMPTZ(6),
    "validTo" TIMESTAMPTZ(6),
    "plan" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "seats" INTEGER,
    "until" TIMESTAMPTZ(6),
    "endsAt" TIMESTAMPTZ(6),
    "features" JSONB NOT NULL,

    CONSTRAINT "access_period_pkey" PRIMARY KEY ("userId","position")
);

-- CreateTable
CREATE TABLE "plans_generation" (
    "hash" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reportedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_generation_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "owner_access_number_key" ON "owner_access"("number");

-- CreateIndex
CREATE INDEX "owner_access_generation_idx" ON "owner_access"("generation");

-- Whoever writes a record of an owner names the owner in the same statement, whatever was changed: inserts only, so that
-- events of one owner never wait for each other. What bears on access is decided where it is computed.
CREATE FUNCTION "note_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "subscription_owner" AFTER INSERT OR UPDATE OR DELETE ON "subscription" FOR EACH ROW EXECUTE FUNCTION "note_owner"();
CREATE TRIGGER "payment_owner" AFTER INSERT OR UPDATE OR DELETE ON "payment" FOR EACH ROW EXECUTE FUNCTION "note_owner"();
CREATE TRIGGER "grant_owner" AFTER INSERT OR UPDATE OR DELETE ON "access_grant" FOR EACH ROW EXECUTE FUNCTION "note_owner"();

CREATE OR REPLACE FUNCTION "note_trial"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."trialStart" IS NOT NULL AND (TG_OP = 'INSERT' OR OLD."trialStart" IS NULL) THEN
    INSERT INTO "trial" ("subscriptionId", "repeats") VALUES (NEW."id", '{}') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER "trial_begun" ON "subscription";
CREATE TRIGGER "trial_begun" AFTER INSERT OR UPDATE ON "subscription" FOR EACH ROW EXECUTE FUNCTION "note_trial"();

CREATE SCHEMA IF NOT EXISTS "billing_v1";
CREATE VIEW "billing_v1"."access" AS
SELECT "userId" AS user_id, plan, reason, "until", "endsAt" AS ends_at, seats, features, now() AS as_of
FROM "access_period"
WHERE ("validFrom" IS NULL OR "validFrom" <= now()) AND ("validTo" IS NULL OR now() < "validTo");
COMMENT ON VIEW "billing_v1"."access" IS
  'What each owner may use now. Who has no row has the plan free. At most a second behind the records.';
COMMENT ON COLUMN "billing_v1"."access".user_id IS 'The owner: a user, or an organisation (org:…)';
COMMENT ON COLUMN "billing_v1"."access".plan IS 'A name of the plans file';
COMMENT ON COLUMN "billing_v1"."access".reason IS 'Why, in the words of GET /api/payments/access';
COMMENT ON COLUMN "billing_v1"."access"."until" IS 'Paid, tried or granted until; null: free, or without an end';
COMMENT ON COLUMN "billing_v1"."access".ends_at IS 'When this row ends by time alone, grace days included; null: it does not';
COMMENT ON COLUMN "billing_v1"."access".seats IS 'How many people may use it; null: any number';
COMMENT ON COLUMN "billing_v1"."access".features IS 'As in the plans file: true, or the limit';
COMMENT ON COLUMN "billing_v1"."access".as_of IS 'The time of this answer';
