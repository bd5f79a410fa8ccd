-- fits: 20261121045924_hot_updates

-- The days of a past-due plan begin with the first failure of what is still owed: one that was written off counts only
-- where no other is known. It still tells that the period was not paid: what is paid later is for something else. Else
-- as before.
CREATE OR REPLACE VIEW "access_source" AS
SELECT s."userId", 'subscription'::text AS kind, s.id, coalesce(c.plan, s.plan) AS plan, s.status, s."nativeStatus",
  s."currentPeriodStart" AS "startsAt", s."currentPeriodEnd" AS "endsAt", s."cancelAtPeriodEnd", s."trialEnd", s."lastEventAt" AS "toldAt",
  s."grantedPlan", s."unknownSince", coalesce(c.quantity, s.quantity) AS quantity,
  CASE WHEN s.status IN ('past_due', 'canceled', 'deleted') OR EXISTS (
      SELECT FROM payment b WHERE b."subscriptionId" = s.id AND (b.status <> 'succeeded' OR b.dispute IS NOT NULL))
  THEN (
    SELECT json_build_object(
      'refund', CASE WHEN sum(p.returned) >= sum(p.paid) AND sum(p.returned) > 0 THEN 'full'
        WHEN sum(p.returned) > 0 THEN 'partial' ELSE 'none' END,
      'dispute', min(p.dispute), -- The worst comes first in the alphabet.
      'paidAt', CASE WHEN min(p.at) FILTER (WHERE p.failed) < min(p.at) FILTER (WHERE p.paid > 0) THEN NULL
        ELSE min(p.at) FILTER (WHERE p.paid > 0) END,
      'failedAt', coalesce(min(p.at) FILTER (WHERE p.owed), min(p.at) FILTER (WHERE p.failed)))
    FROM (
      SELECT q.status = 'failed' AS failed, q.status = 'failed' AND q."writtenOff" IS NULL AS owed,
        CASE WHEN q.status = 'failed' THEN 0 ELSE q.amount::numeric END AS paid,
        -- What a lost dispute took is judged as a dispute.
        CASE WHEN q.status = 'failed' OR q.dispute = 'lost' THEN 0 ELSE q."amountRefunded"::numeric END AS returned,
        coalesce(q.dispute, CASE WHEN q.disputed THEN 'open' END) AS dispute,
        coalesce(CASE WHEN q.status = 'failed' THEN q."failedAt" ELSE q."paidAt" END, q."lastEventAt", q."createdAt") AS at
      FROM payment q WHERE q."subscriptionId" = s.id) p
    -- The company's clock for a payment and for the period that it pays may differ a little.
    WHERE p.at >= s."currentPeriodStart" - interval '1 hour')
  END AS money, NULL::int AS days
FROM subscription s
LEFT JOIN LATERAL (
  SELECT m."from"->>'plan' AS plan, (m."from"->>'quantity')::int AS quantity
  FROM (SELECT s."scheduledChange"->'from' AS "from", s."scheduledChange"->'to' AS "to") m
  WHERE s."scheduledChange"->>'waitsAs' = 'price' AND s.status NOT IN ('canceled', 'deleted')
    AND (m."from"->>'periodEnd')::timestamptz = date_trunc('milliseconds', s."currentPeriodEnd")
    AND (s."priceId" IS NOT DISTINCT FROM m."from"->>'priceId' AND coalesce(s.quantity, 1) = (m."from"->>'quantity')::int
      OR s."priceId" IS NOT DISTINCT FROM m."to"->>'priceId' AND coalesce(s.quantity, 1) = (m."to"->>'quantity')::int)
) c ON s."scheduledChange" IS NOT NULL
UNION ALL
SELECT p."userId", 'purchase', p.id, p.plan, p.status, NULL, p."paidAt", NULL::timestamptz(6), NULL, NULL::timestamptz(6), NULL::timestamptz(6), NULL,
  NULL::timestamptz(6), NULL,
  json_build_object(
    'refund', CASE WHEN p.dispute IS DISTINCT FROM 'lost' AND p."amountRefunded"::numeric > 0
      THEN CASE WHEN p."amountRefunded"::numeric >= p.amount::numeric THEN 'full' ELSE 'partial' END ELSE 'none' END,
    'dispute', coalesce(p.dispute, CASE WHEN p.disputed THEN 'open' END)),
  p."accessDays"
FROM payment p WHERE p."accessDays" IS NOT NULL AND p."paidAt" IS NOT NULL AND p.plan IS NOT NULL AND p.status <> 'failed'
UNION ALL
SELECT g."userId", 'grant', g.id, g.plan, NULL, NULL, g."grantedAt", g."until", NULL, NULL::timestamptz(6), NULL::timestamptz(6), NULL,
  NULL::timestamptz(6), NULL, NULL, NULL
FROM access_grant g WHERE g."revokedAt" IS NULL;

-- Another failure then begins the days, so a write-off may change an access.
CREATE OR REPLACE FUNCTION "note_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW(OLD."userId", OLD."subscriptionId", OLD.status, OLD.amount, OLD."amountRefunded", OLD.disputed, OLD.dispute,
      OLD."paidAt", OLD."failedAt", OLD."writtenOff", OLD.plan, OLD."accessDays")
    IS DISTINCT FROM ROW(NEW."userId", NEW."subscriptionId", NEW.status, NEW.amount, NEW."amountRefunded", NEW.disputed, NEW.dispute,
      NEW."paidAt", NEW."failedAt", NEW."writtenOff", NEW.plan, NEW."accessDays")
  THEN
    INSERT INTO "access_change" ("userId") VALUES (NEW."userId");
    IF OLD."userId" <> NEW."userId" THEN
      INSERT INTO "access_change" ("userId") VALUES (OLD."userId");
    END IF;
  END IF;
  RETURN NULL;
END
$$;
