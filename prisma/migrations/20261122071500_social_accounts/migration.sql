-- no transaction
-- fits: 20261121045924_hot_updates
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "account_providerId_accountId_key" ON "account"("providerId", "accountId");
