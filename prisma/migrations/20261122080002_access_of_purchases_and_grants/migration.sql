-- fits: 20261121045924_hot_updates

-- As before, and one-time purchases and what operators gave. `days` is 0 for ever.
CREATE OR REPLACE VIEW "access_source" AS
SELECT s."userId", 'subscription'::text AS kind, s.id, s.plan, s.status, s."nativeStatus",
  s."currentPeriodStart" AS "startsAt", s."currentPeriodEnd" AS "endsAt", s."cancelAtPeriodEnd", s."trialEnd", s."lastEventAt" AS "toldAt",
  s."grantedPlan", s."unknownSince", s.quantity,
  CASE WHEN s.status IN ('past_due', 'canceled', 'deleted') OR EXISTS (
      SELECT FROM payment b WHERE b."subscriptionId" = s.id AND (b.status <> 'succeeded' OR b.dispute IS NOT NULL))
  THEN (
    SELECT json_build_object(
      'refund', CASE WHEN sum(p.returned) >= sum(p.paid) AND sum(p.returned) > 0 THEN 'full'
        WHEN sum(p.returned) > 0 THEN 'partial' ELSE 'none' END,
      'dispute', min(p.dispute), -- The worst comes first in the alphabet.
      'paidAt', min(p.at) FILTER (WHERE p.paid > 0),
      'failedAt', min(p.at) FILTER (WHERE p.failed))
    FROM (
      SELECT q.status = 'failed' AS failed,
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

-- What everybody with a record may use as of a time: the same as `decideAccess` says. Who is not in it is free.
-- Days are of 24 hours, in whatever time zone the session is. OFFSET 0 keeps each step from being computed once for
-- every mention of it.
CREATE OR REPLACE FUNCTION "access_at"("at" timestamptz)
RETURNS TABLE ("userId" text, "plan" text, "reason" text, "until" timestamptz, "endsAt" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (a."userId") a."userId", a.plan, a.reason, a."until", a."endsAt" FROM (
    SELECT s."userId", CASE WHEN w.gives THEN k.plan ELSE 'free' END AS plan, g.reason, e."until", e."endsAt",
      (CASE WHEN w.gives THEN p.ranks->>k.plan ELSE '-1' END)::int AS rank
  FROM access_source s
  CROSS JOIN access_policy p
  CROSS JOIN LATERAL (SELECT s.plan = 'unknown' AND p.ranks ? s."grantedPlan" AND $1 < kept.until AS is_kept, kept.until
    FROM (SELECT s."unknownSince" + make_interval(hours => 24 * (p.policy->>'unknown_plan_days')::int) AS until) kept OFFSET 0) u
  CROSS JOIN LATERAL (SELECT coalesce(u.is_kept, false) AS is_kept, u.until,
    CASE WHEN u.is_kept THEN s."grantedPlan" ELSE s.plan END AS plan OFFSET 0) k
  CROSS JOIN LATERAL (SELECT s.money OFFSET 0) o
  CROSS JOIN LATERAL (SELECT (o.money->>'paidAt')::timestamptz AS paid_at, (o.money->>'failedAt')::timestamptz AS failed_at,
    o.money->>'refund' AS refund, o.money->>'dispute' AS dispute OFFSET 0) m
  CROSS JOIN LATERAL (SELECT
    CASE WHEN p.policy->>('refund_' || m.refund) = 'end' THEN 'refunded'
      WHEN p.policy->>('dispute_' || m.dispute) = 'end' THEN 'disputed' END AS returned,
    CASE WHEN s."cancelAtPeriodEnd" THEN s."endsAt"
      ELSE s."endsAt" + make_interval(hours => 24 * (p.policy->>'renewal_grace_days')::int) END AS running_end,
    m.paid_at IS NOT NULL AND (m.failed_at IS NULL OR m.paid_at <= m.failed_at) AS is_paid OFFSET 0) f
  CROSS JOIN LATERAL (SELECT greatest(CASE WHEN f.is_paid THEN s."endsAt" END,
    coalesce(m.failed_at, s."startsAt") + make_interval(hours => 24 * (
      CASE WHEN NOT f.is_paid AND s."trialEnd" >= s."startsAt" - interval '1 hour' THEN p.policy->>'after_trial_failed_days'
        ELSE p.policy->>'past_due_days' END)::int)) AS past_due_end OFFSET 0) d
  CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT p.ranks ? k.plan THEN 'unknown_plan'
    WHEN s.status IN ('canceled', 'deleted') THEN CASE
      WHEN p.policy->>'canceled' = 'end' OR s."nativeStatus" IN ('revoked', 'expired', 'unpaid', 'incomplete_expired')
        OR $1 >= s."endsAt" OR s."toldAt" >= s."endsAt" OR NOT f.is_paid THEN 'not_live'
      WHEN m.refund <> 'none' THEN 'refunded'
      ELSE coalesce(f.returned, 'canceled') END
    WHEN s.status = 'incomplete' AND s."nativeStatus" IS DISTINCT FROM 'paused' THEN 'not_live'
    WHEN f.returned IS NOT NULL THEN f.returned
    WHEN s.status = 'incomplete' THEN 'paused'
    WHEN s.status = 'past_due' THEN CASE
      WHEN s."nativeStatus" IN ('revoked', 'expired', 'unpaid', 'incomplete_expired') OR $1 >= d.past_due_end
      THEN 'past_due_expired' ELSE 'past_due_grace' END
    WHEN $1 < f.running_end THEN s.status
    ELSE 'period_over' END AS reason OFFSET 0) r
  CROSS JOIN LATERAL (SELECT r.reason, r.reason IN ('active', 'trialing', 'past_due_grace', 'canceled')
    OR r.reason = 'paused' AND p.policy->>'paused' = 'keep' AS gives OFFSET 0) w
  CROSS JOIN LATERAL (SELECT CASE WHEN k.is_kept AND w.gives THEN 'unknown_plan_grace' ELSE w.reason END AS reason OFFSET 0) g
  CROSS JOIN LATERAL (SELECT
    CASE w.reason WHEN 'past_due_grace' THEN d.past_due_end WHEN 'paused' THEN NULL ELSE s."endsAt" END AS until,
    CASE w.reason WHEN 'past_due_grace' THEN d.past_due_end WHEN 'paused' THEN NULL WHEN 'canceled' THEN s."endsAt"
      ELSE f.running_end END AS ends_at OFFSET 0) t
  CROSS JOIN LATERAL (SELECT
    CASE WHEN w.gives THEN least(t.until, CASE WHEN k.is_kept THEN k.until END) END AS "until",
    CASE WHEN w.gives THEN least(t.ends_at, CASE WHEN k.is_kept THEN k.until END) END AS "endsAt" OFFSET 0) e
    WHERE s.kind = 'subscription'
    UNION ALL
    -- One-time purchases of a plan follow one another: the n-th ends at the latest of (paid - days before) + all days.
    SELECT c."userId", CASE WHEN v.gives THEN c.plan ELSE 'free' END,
      CASE WHEN v.gives THEN 'purchased' WHEN p.ranks ? c.plan THEN 'not_live' ELSE 'unknown_plan' END,
      CASE WHEN v.gives AND NOT c.is_lifetime THEN c.ends END, CASE WHEN v.gives AND NOT c.is_lifetime THEN c.ends END,
      (CASE WHEN v.gives THEN p.ranks->>c.plan ELSE '-1' END)::int
    FROM (
      SELECT b."userId", b.plan, bool_or(b.days = 0) AS is_lifetime, max(b.ends) AS ends
      FROM (
        SELECT d."userId", d.plan, d.days, make_interval(hours => 24 * d.total::int) + max(
          d."startsAt" - make_interval(hours => 24 * (d.total - d.days)::int)) OVER (PARTITION BY d."userId", d.plan
          ORDER BY d."startsAt", d.id) AS ends
        FROM (
          SELECT s.*, sum(s.days) OVER (PARTITION BY s."userId", s.plan ORDER BY s."startsAt", s.id) AS total
          FROM access_source s CROSS JOIN access_policy p
          WHERE s.kind = 'purchase' AND p.policy->>('refund_' || (s.money->>'refund')) IS DISTINCT FROM 'end'
            AND p.policy->>('dispute_' || (s.money->>'dispute')) IS DISTINCT FROM 'end') d) b
      GROUP BY b."userId", b.plan) c
    CROSS JOIN access_policy p
    CROSS JOIN LATERAL (SELECT p.ranks ? c.plan AND (c.is_lifetime OR $1 < c.ends) AS gives OFFSET 0) v
    UNION ALL
    SELECT s."userId", 'free', CASE WHEN p.policy->>('refund_' || (s.money->>'refund')) = 'end' THEN 'refunded' ELSE 'disputed' END,
      NULL, NULL, -1
    FROM access_source s CROSS JOIN access_policy p
    WHERE s.kind = 'purchase' AND (p.policy->>('refund_' || (s.money->>'refund')) = 'end'
      OR p.policy->>('dispute_' || (s.money->>'dispute')) = 'end')
    UNION ALL
    SELECT s."userId", CASE WHEN v.gives THEN s.plan ELSE 'free' END,
      CASE WHEN v.gives THEN 'granted' WHEN p.policy->>'grants' = 'keep' AND NOT p.ranks ? s.plan THEN 'unknown_plan' ELSE 'not_live' END,
      CASE WHEN v.gives THEN s."endsAt" END, CASE WHEN v.gives THEN s."endsAt" END,
      (CASE WHEN v.gives THEN p.ranks->>s.plan ELSE '-1' END)::int
    FROM access_source s CROSS JOIN access_policy p
    CROSS JOIN LATERAL (SELECT p.policy->>'grants' = 'keep' AND p.ranks ? s.plan AND (s."endsAt" IS NULL OR $1 < s."endsAt")
      AS gives OFFSET 0) v
    WHERE s.kind = 'grant') a
  ORDER BY a."userId", a.rank DESC, coalesce(a."endsAt", 'infinity') DESC, coalesce(a."until", 'infinity') DESC,
    array_position(ARRAY['active', 'trialing', 'past_due_grace', 'canceled', 'purchased', 'granted', 'paused', 'unknown_plan_grace',
      'past_due_expired', 'refunded', 'disputed', 'period_over', 'unknown_plan', 'not_live'], a.reason)
$$;
