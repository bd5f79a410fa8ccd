-- no transaction
-- fits: 20261121045924_hot_updates
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "drift_runId_key_key" ON "drift"("runId", "key");
