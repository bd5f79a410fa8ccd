-- For other programs: columns are only added, at the end.
CREATE SCHEMA IF NOT EXISTS "billing_v1";
CREATE OR REPLACE VIEW "billing_v1"."access" AS
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
