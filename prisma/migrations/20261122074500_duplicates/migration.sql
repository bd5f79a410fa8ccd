-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "owner_check" (
    "userId" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,

    CONSTRAINT "owner_check_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "duplicate" (
    "subscriptionId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "keptId" TEXT,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endingAt" TIMESTAMPTZ(6),
    "doneAt" TIMESTAMPTZ(6),
    "toldAt" TIMESTAMPTZ(6),

    CONSTRAINT "duplicate_pkey" PRIMARY KEY ("subscriptionId")
);

-- CreateIndex
CREATE INDEX "owner_check_dueAt_idx" ON "owner_check"("dueAt");

-- CreateIndex
CREATE INDEX "duplicate_userId_idx" ON "duplicate"("userId");

-- CreateIndex
CREATE INDEX "duplicate_state_idx" ON "duplicate"("state");

-- Our own closed list (server/billing/records/duplicate.ts).
ALTER TABLE "duplicate"
  ADD CONSTRAINT "duplicate_state_known" CHECK ("state" IN ('reported', 'ending', 'refunding', 'done', 'closed'));
