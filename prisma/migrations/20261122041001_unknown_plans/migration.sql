-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscription_provider_priceId_idx" ON "subscription"("provider", "priceId") WHERE plan = 'unknown';
