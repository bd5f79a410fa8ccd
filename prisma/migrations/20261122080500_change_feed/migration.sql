-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "access_change" (
    "id" BIGSERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "access_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "changed_owner" (
    "userId" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "changed_owner_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "change_feed" (
    "id" TEXT NOT NULL,
    "epoch" TEXT NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,
    "seededTo" TEXT DEFAULT '',

    CONSTRAINT "change_feed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "changed_owner_number_key" ON "changed_owner"("number");

INSERT INTO "change_feed" ("id", "epoch") VALUES ('current', gen_random_uuid());

-- Whoever writes a record that access is decided from, of this build or an earlier one, names its owner in the same
-- statement. The conditions name what the view access_source reads.
CREATE FUNCTION "note_access_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "access_change" ("userId") VALUES (NEW."userId");
  IF TG_OP = 'UPDATE' AND OLD."userId" <> NEW."userId" THEN
    INSERT INTO "access_change" ("userId") VALUES (OLD."userId");
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "subscription_made" AFTER INSERT ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "note_access_change"();

CREATE TRIGGER "subscription_access" AFTER UPDATE ON "subscription" FOR EACH ROW
  WHEN (ROW(OLD."userId", OLD.plan, OLD.status, OLD."nativeStatus", OLD."currentPeriodStart", OLD."currentPeriodEnd",
      OLD."cancelAtPeriodEnd", OLD."trialEnd", OLD."grantedPlan", OLD."unknownSince", OLD.quantity)
    IS DISTINCT FROM ROW(NEW."userId", NEW.plan, NEW.status, NEW."nativeStatus", NEW."currentPeriodStart", NEW."currentPeriodEnd",
      NEW."cancelAtPeriodEnd", NEW."trialEnd", NEW."grantedPlan", NEW."unknownSince", NEW.quantity)
    OR NEW.status IN ('canceled', 'deleted') AND OLD."lastEventAt" IS DISTINCT FROM NEW."lastEventAt")
  EXECUTE FUNCTION "note_access_change"();

CREATE TRIGGER "payment_made" AFTER INSERT ON "payment"
  FOR EACH ROW EXECUTE FUNCTION "note_access_change"();

CREATE TRIGGER "payment_access" AFTER UPDATE ON "payment" FOR EACH ROW
  WHEN (ROW(OLD."userId", OLD."subscriptionId", OLD.status, OLD.amount, OLD."amountRefunded", OLD.disputed, OLD.dispute,
      OLD."paidAt", OLD."failedAt")
    IS DISTINCT FROM ROW(NEW."userId", NEW."subscriptionId", NEW.status, NEW.amount, NEW."amountRefunded", NEW.disputed, NEW.dispute,
      NEW."paidAt", NEW."failedAt"))
  EXECUTE FUNCTION "note_access_change"();

-- Numbers the owners of up to `most` changes; resolves to how many changes it took. One transaction at a time holds the
-- feed's row to its commit, so that numbers are seen in their order: whoever has read to one has missed none before it.
-- What is not committed yet isn't seen here, holds nobody up, and gets its number later.
CREATE FUNCTION "number_changes"("most" int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  taken int;
  owners int;
  reached bigint;
BEGIN
  SELECT last INTO reached FROM change_feed WHERE id = 'current' FOR UPDATE;
  WITH gone AS (
    DELETE FROM access_change WHERE id IN (SELECT id FROM access_change ORDER BY id LIMIT most) RETURNING id, "userId", "at"
  ), owner AS (
    SELECT "userId", max("at") AS "at", row_number() OVER (ORDER BY max(id)) AS n FROM gone GROUP BY "userId"
  ), told AS (
    INSERT INTO changed_owner AS c ("userId", "number", "at") SELECT "userId", reached + n, "at" FROM owner
    ON CONFLICT ("userId") DO UPDATE SET "number" = excluded."number", "at" = excluded."at" RETURNING 1
  )
  SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM told) INTO taken, owners;
  IF owners > 0 THEN UPDATE change_feed SET last = reached + owners WHERE id = 'current'; END IF;
  RETURN taken;
END
$$;
