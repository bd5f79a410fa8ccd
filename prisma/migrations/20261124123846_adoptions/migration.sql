-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "adoption" (
    "userId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "readAt" TIMESTAMPTZ(6),
    "blockedBy" TEXT,

    CONSTRAINT "adoption_pkey" PRIMARY KEY ("userId","provider")
);

-- CreateIndex
CREATE INDEX "adoption_dueAt_idx" ON "adoption"("dueAt");
