/** A user's newest customer record at this provider, for what names none. `IS TRUE` keeps it to the index by user. */
export const usersCustomer = (row: string) => `(SELECT c.id FROM customer c WHERE c."userId" = ${row}.owner
  AND (c.provider = ${row}.provider) IS TRUE AND c."deletedAt" IS NULL ORDER BY c."updatedAt" DESC LIMIT 1)`;

export const CUSTOMERS = `
  customer_insert AS (
    INSERT INTO customer (id, "userId", provider, "providerCustomerId", email, metadata, "deletedAt",
      "lastEventAt", "lastEventRank", "createdAt", "updatedAt")
    SELECT customer_id, owner, provider, customer_key,
      coalesce(email, (SELECT u.email FROM "user" u WHERE u.id = owner), ''), metadata,
      CASE WHEN customer_deleted THEN coalesce(occurred_at, clock_timestamp()) END,
      CASE WHEN customer_explicit THEN occurred_at END, CASE WHEN customer_explicit THEN rank ELSE 0 END,
      clock_timestamp(), clock_timestamp()
    FROM known WHERE go AND customer_absent AND owner IS NOT NULL AND NOT customer_foreign
    ON CONFLICT DO NOTHING RETURNING id
  ),
  customer_update AS (
    UPDATE customer c SET
      email = CASE WHEN k.customer_explicit OR c.email = '' THEN coalesce(k.email, c.email) ELSE c.email END,
      metadata = CASE WHEN k.customer_applies THEN coalesce(k.metadata, c.metadata) ELSE c.metadata END,
      "deletedAt" = CASE WHEN k.customer_deleted AND k.customer_applies THEN coalesce(c."deletedAt", k.occurred_at, clock_timestamp())
        ELSE c."deletedAt" END,
      "lastEventAt" = CASE WHEN k.customer_applies THEN coalesce(k.occurred_at, c."lastEventAt") ELSE c."lastEventAt" END,
      "lastEventRank" = CASE WHEN k.customer_applies AND k.occurred_at IS NOT NULL THEN k.rank ELSE c."lastEventRank" END,
      "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.customer_due AND c.id = k.customer_id AND c."updatedAt" = (k.c)."updatedAt"
    RETURNING c.id
  )`;

/** A deleted customer's subscriptions end. */
export const CUSTOMER_END = `
  customer_end AS (
    UPDATE subscription s SET status = 'canceled',
      "canceledAt" = coalesce(s."canceledAt", k.occurred_at, clock_timestamp()),
      version = s.version + 1, "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.customer_deleted AND k.customer_applies AND s."customerId" = k.customer_id
      AND s.status NOT IN ('canceled', 'deleted') AND (k.occurred_at IS NULL OR s."lastEventAt" IS NULL
        OR k.occurred_at >= s."lastEventAt")
    RETURNING s.id
  )`;
