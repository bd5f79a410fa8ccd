-- CreateTable
CREATE TABLE "reconcile_run" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "userId" TEXT,
    "fix" BOOLEAN NOT NULL,
    "startedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "beatAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(6),
    "cursor" TEXT,
    "customers" INTEGER NOT NULL DEFAULT 0,
    "subscriptions" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reconcile_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drift" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "class" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "userId" TEXT,
    "providerSubscriptionId" TEXT NOT NULL,
    "ours" TEXT,
    "theirs" TEXT,
    "fixed" BOOLEAN NOT NULL DEFAULT false,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drift_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reconcile_run_provider_startedAt_idx" ON "reconcile_run"("provider", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "drift_runId_idx" ON "drift"("runId");

-- AddForeignKey
ALTER TABLE "drift" ADD CONSTRAINT "drift_runId_fkey" FOREIGN KEY ("runId") REFERENCES "reconcile_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
