-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_bearing_on_access_idx" ON "payment"("subscriptionId") WHERE status <> 'succeeded' OR dispute IS NOT NULL;
