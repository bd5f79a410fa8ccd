-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_referenceId_idx" ON "payment"("referenceId") WHERE "referenceId" IS NOT NULL;
