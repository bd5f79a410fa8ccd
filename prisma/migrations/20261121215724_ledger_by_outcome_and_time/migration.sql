-- no transaction
-- fits: 20261121045924_hot_updates
DROP INDEX CONCURRENTLY IF EXISTS "webhook_event_outcome_receivedAt_idx";
