-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_event_nativeType_id_idx" ON "webhook_event"("nativeType", "id");
