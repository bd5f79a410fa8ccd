-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscription_price_idx" ON "subscription"("provider", "priceId");
