import { usersCustomer } from './customers.ts';

export const PAYMENTS = `
  payment_insert AS (
    INSERT INTO payment (id, "userId", "customerId", "subscriptionId", provider, "providerPaymentId", type, status,
      amount, currency, description, "receiptUrl", "lastEventAt", "lastEventRank", "createdAt", "updatedAt")
    SELECT payment_id, owner, CASE WHEN customer_foreign THEN (k.s)."customerId"
      ELSE coalesce(customer_id, (k.s)."customerId", ${usersCustomer('k')}) END, payment_subscription_id,
      provider, payment_key, payment_type, payment_status, coalesce(payment_amount, '0.00'),
      coalesce(payment_currency, 'usd'), description, receipt_url, occurred_at, payment_rank, clock_timestamp(), clock_timestamp()
    FROM known k WHERE go AND payment_absent AND owner IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id
  ),
  payment_update AS (
    UPDATE payment p SET status = k.payment_status, "customerId" = coalesce(p."customerId", CASE WHEN NOT k.customer_foreign THEN k.customer_id END),
      "subscriptionId" = coalesce(p."subscriptionId", k.payment_subscription_id),
      "receiptUrl" = coalesce(p."receiptUrl", k.receipt_url), "lastEventAt" = greatest(p."lastEventAt", k.occurred_at),
      "lastEventRank" = CASE WHEN k.occurred_at IS NULL THEN p."lastEventRank" ELSE k.payment_rank END,
      "updatedAt" = clock_timestamp()
    FROM known k WHERE k.go AND k.payment_due AND p.id = k.payment_id AND p."updatedAt" = (k.p)."updatedAt"
    RETURNING p.id
  )`;

export const CHECKOUTS = `
  checkout_end AS (
    UPDATE checkout SET "completedAt" = clock_timestamp(), "openKey" = NULL
    FROM known k WHERE checkout.provider = k.provider AND checkout."sessionId" = k.checkout_session
      AND checkout."completedAt" IS NULL
  )`;
