-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "dispute" TEXT,
ADD COLUMN     "failedAt" TIMESTAMPTZ(6),
ADD COLUMN     "paidAt" TIMESTAMPTZ(6);

-- Our own closed list (server/billing/records/payment.ts).
ALTER TABLE "payment" ADD CONSTRAINT "payment_dispute_known" CHECK ("dispute" IN ('lost', 'open', 'won')) NOT VALID;

-- The few payments that were disputed already; the worst comes first in the alphabet.
UPDATE "payment" p SET "dispute" = d.worst
FROM (SELECT "paymentId", min(status) AS worst FROM "refund"
  WHERE kind = 'dispute' AND status IN ('lost', 'open', 'won') GROUP BY 1) d
WHERE p.id = d."paymentId";

-- CreateTable
CREATE TABLE "access_policy" (
    "id" TEXT NOT NULL,
    "policy" JSONB NOT NULL,
    "ranks" JSONB NOT NULL,
    "writtenAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_policy_pkey" PRIMARY KEY ("id")
);
