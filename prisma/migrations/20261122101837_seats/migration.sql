-- fits: 20261121045924_hot_updates

ALTER TABLE "checkout" ADD COLUMN "quantity" INTEGER NOT NULL DEFAULT 1;

-- Of all plans, by name: { "min", "max" }, max null is any number.
ALTER TABLE "access_policy" ADD COLUMN "seats" JSONB NOT NULL DEFAULT '{}';

-- What everybody with a record may use as of a time: the same as `decideAccess` says. Who is not in it is free.
-- Days are of 24 hours, in whatever time zone the session is. OFFSET 0 keeps each step from being computed once for
-- every mention of it. Seats: those that are paid for; a one-time purchase has the plan's fewest, a grant its most (null:
-- any number). What is free has the free plan's.
CREATE FUNCTION "access_with_seats_at"("at" timestamptz)
RETURNS TABLE ("userId" text, "plan" text, "reason" text, "until" timestamptz, "endsAt" timestamptz, "seats" int)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (a."userId") a."userId", a.plan, a.reason, a."until", a."endsAt",
    CASE WHEN a.rank < 0 THEN (f.seats->'free'->>'max')::int ELSE a.seats END FROM (
    SELECT s."userId", CASE WHEN w.gives THEN k.plan ELSE 'free' END AS plan, g.reason, e."until", e."endsAt",
      (CASE WHEN w.gives THEN p.ranks->>k.plan ELSE '-1' END)::int AS rank,
      CASE WHEN w.gives THEN coalesce(s.quantity, 1) END AS seats
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
      (CASE WHEN v.gives THEN p.ranks->>c.plan ELSE '-1' END)::int,
      CASE WHEN v.gives THEN (p.seats->c.plan->>'min')::int END
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
      NULL, NULL, -1, NULL::int
    FROM access_source s CROSS JOIN access_policy p
    WHERE s.kind = 'purchase' AND (p.policy->>('refund_' || (s.money->>'refund')) = 'end'
      OR p.policy->>('dispute_' || (s.money->>'dispute')) = 'end')
    UNION ALL
    SELECT s."userId", CASE WHEN v.gives THEN s.plan ELSE 'free' END,
      CASE WHEN v.gives THEN 'granted' WHEN p.policy->>'grants' = 'keep' AND NOT p.ranks ? s.plan THEN 'unknown_plan' ELSE 'not_live' END,
      CASE WHEN v.gives THEN s."endsAt" END, CASE WHEN v.gives THEN s."endsAt" END,
      (CASE WHEN v.gives THEN p.ranks->>s.plan ELSE '-1' END)::int,
      CASE WHEN v.gives THEN (p.seats->s.plan->>'max')::int END
    FROM access_source s CROSS JOIN access_policy p
    CROSS JOIN LATERAL (SELECT p.policy->>'grants' = 'keep' AND p.ranks ? s.plan AND (s."endsAt" IS NULL OR $1 < s."endsAt")
      AS gives OFFSET 0) v
    WHERE s.kind = 'grant') a
  CROSS JOIN access_policy f
  ORDER BY a."userId", a.rank DESC, coalesce(a."endsAt", 'infinity') DESC, coalesce(a."until", 'infinity') DESC,
    array_position(ARRAY['active', 'trialing', 'past_due_grace', 'canceled', 'purchased', 'granted', 'paused', 'unknown_plan_grace',
      'past_due_expired', 'refunded', 'disputed', 'period_over', 'unknown_plan', 'not_live'], a.reason),
    a.seats DESC NULLS FIRST
$$;

-- As before, now in one place.
CREATE OR REPLACE FUNCTION "access_at"("at" timestamptz)
RETURNS TABLE ("userId" text, "plan" text, "reason" text, "until" timestamptz, "endsAt" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT a."userId", a.plan, a.reason, a."until", a."endsAt" FROM access_with_seats_at($1) a
$$;

CREATE VIEW "access_v2" AS
SELECT a."userId", a."plan", a."reason", a."until", a."seats", now() AS "asOf" FROM access_with_seats_at(now()) a;

COMMENT ON VIEW "access_v2" IS
  'access_v1 with the seats (null: any number). Its columns never change.';
