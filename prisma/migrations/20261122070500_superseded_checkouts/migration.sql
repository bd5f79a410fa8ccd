-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "endedAt" TIMESTAMPTZ(6),
ADD COLUMN     "subscriptionId" TEXT,
ADD COLUMN     "supersededAt" TIMESTAMPTZ(6),
ADD COLUMN     "supersededBy" TEXT;
