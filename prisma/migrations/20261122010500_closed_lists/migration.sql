-- fits: 20261121045924_hot_updates

-- Our own closed lists (server/billing/records). NOT VALID: new rows alone are checked, and no table is read whole.
-- A word enters its list one release before anything writes it.
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_status_known"
  CHECK ("status" IN ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'deleted')) NOT VALID;

ALTER TABLE "payment"
  ADD CONSTRAINT "payment_status_known" CHECK ("status" IN ('succeeded', 'failed')) NOT VALID,
  ADD CONSTRAINT "payment_type_known" CHECK ("type" IN ('subscription', 'one_time')) NOT VALID;

-- 'duplicate' is never kept; the release before offers it to INSERT ... ON CONFLICT, which checks before it finds the conflict.
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_outcome_known"
  CHECK ("outcome" IN ('applied', 'stale', 'ignored', 'unmatched', 'failed', 'duplicate')) NOT VALID;
