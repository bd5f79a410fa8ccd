-- no transaction
-- fits: 20261121045924_hot_updates

CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_wantedEmail_idx" ON "user"("wantedEmail") WHERE ("wantedEmail" IS NOT NULL);
