-- no transaction
-- fits: 20261121045924_hot_updates
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_event_type_id_idx" ON "webhook_event"("type", "id");
