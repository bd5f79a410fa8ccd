-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "duplicate" ADD COLUMN     "heldAt" TIMESTAMPTZ(6),
ADD COLUMN     "releaseReason" TEXT,
ADD COLUMN     "releasedAt" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "erased_user" ADD COLUMN     "chargedFrom" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "endedAt" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "late_charge" (
    "paymentId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "begunAt" TIMESTAMPTZ(6),
    "doneAt" TIMESTAMPTZ(6),
    "releasedAt" TIMESTAMPTZ(6),
    "releaseReason" TEXT,

    CONSTRAINT "late_charge_pkey" PRIMARY KEY ("paymentId")
);

-- CreateIndex
CREATE INDEX "late_charge_userId_idx" ON "late_charge"("userId");

-- CreateIndex
CREATE INDEX "late_charge_state_idx" ON "late_charge"("state");

-- Our own closed lists (server/billing/records/duplicate.ts).
ALTER TABLE "duplicate" DROP CONSTRAINT "duplicate_state_known",
  ADD CONSTRAINT "duplicate_state_known" CHECK ("state" IN ('reported', 'held', 'ending', 'refunding', 'done', 'closed'));
ALTER TABLE "late_charge"
  ADD CONSTRAINT "late_charge_state_known" CHECK ("state" IN ('found', 'held', 'refunding', 'done', 'reported'));
