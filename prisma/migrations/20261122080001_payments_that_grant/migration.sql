-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_granting_access_idx" ON "payment"("userId") WHERE "accessDays" IS NOT NULL;
