-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "ended_session" (
    "id" TEXT NOT NULL,
    "endedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ended_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_session_endedAt_idx" ON "ended_session"("endedAt");
