-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "amountRefunded" TEXT NOT NULL DEFAULT '0.00',
ADD COLUMN     "disputed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "referenceId" TEXT,
ADD COLUMN     "toldRefunded" TEXT,
ADD COLUMN     "toldRefundedAt" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "refund" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerRefundId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "counts" BOOLEAN NOT NULL,
    "amount" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "lastEventAt" TIMESTAMPTZ(6),
    "lastEventRank" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_paymentId_idx" ON "refund"("paymentId");

-- CreateIndex
CREATE UNIQUE INDEX "refund_provider_providerRefundId_key" ON "refund"("provider", "providerRefundId");

-- Our own closed lists (server/billing/records).
ALTER TABLE "refund"
  ADD CONSTRAINT "refund_kind_known" CHECK ("kind" IN ('refund', 'dispute')),
  ADD CONSTRAINT "refund_status_known"
    CHECK ("status" IN ('pending', 'succeeded', 'failed', 'canceled', 'open', 'won', 'lost'));
