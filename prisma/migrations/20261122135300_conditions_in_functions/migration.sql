-- fits: 20261121045924_hot_updates

-- PostgreSQL copies, parses and prepares a trigger's condition anew with every statement, which cost an update of one
-- subscription more than the update itself. A function's condition is prepared once a connection. They ask for the same
-- as before; what changed in several ways is noted once.
CREATE FUNCTION "note_subscription_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(OLD."userId", OLD.plan, OLD.status, OLD."nativeStatus", OLD."currentPeriodStart", OLD."currentPeriodEnd",
      OLD."cancelAtPeriodEnd", OLD."trialEnd", OLD."grantedPlan", OLD."unknownSince", OLD.quantity, OLD."scheduledChange",
      OLD."priceId")
    IS DISTINCT FROM ROW(NEW."userId", NEW.plan, NEW.status, NEW."nativeStatus", NEW."currentPeriodStart", NEW."currentPeriodEnd",
      NEW."cancelAtPeriodEnd", NEW."trialEnd", NEW."grantedPlan", NEW."unknownSince", NEW.quantity, NEW."scheduledChange",
      NEW."priceId")
    OR NEW.status IN ('canceled', 'deleted') AND OLD."lastEventAt" IS DISTINCT FROM NEW."lastEventAt"
  THEN
    INSERT INTO "access_change" ("userId") VALUES (NEW."userId");
    IF OLD."userId" <> NEW."userId" THEN
      INSERT INTO "access_change" ("userId") VALUES (OLD."userId");
    END IF;
  END IF;
  IF OLD."trialStart" IS NULL AND NEW."trialStart" IS NOT NULL THEN
    INSERT INTO "trial" ("subscriptionId", "repeats") VALUES (NEW."id", '{}') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "note_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(OLD."userId", OLD."subscriptionId", OLD.status, OLD.amount, OLD."amountRefunded", OLD.disputed, OLD.dispute,
      OLD."paidAt", OLD."failedAt", OLD.plan, OLD."accessDays")
    IS DISTINCT FROM ROW(NEW."userId", NEW."subscriptionId", NEW.status, NEW.amount, NEW."amountRefunded", NEW.disputed, NEW.dispute,
      NEW."paidAt", NEW."failedAt", NEW.plan, NEW."accessDays")
  THEN
    INSERT INTO "access_change" ("userId") VALUES (NEW."userId");
    IF OLD."userId" <> NEW."userId" THEN
      INSERT INTO "access_change" ("userId") VALUES (OLD."userId");
    END IF;
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER "subscription_access" ON "subscription";
DROP TRIGGER "subscription_scheduled" ON "subscription";
DROP TRIGGER "trial_given" ON "subscription";
CREATE TRIGGER "subscription_changed" AFTER UPDATE ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "note_subscription_change"();

DROP TRIGGER "payment_access" ON "payment";
DROP TRIGGER "purchase_access" ON "payment";
CREATE TRIGGER "payment_changed" AFTER UPDATE ON "payment"
  FOR EACH ROW EXECUTE FUNCTION "note_payment_change"();
