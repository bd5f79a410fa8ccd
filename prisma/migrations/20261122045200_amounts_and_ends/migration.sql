-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "amountKnown" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "cancelAt" TIMESTAMPTZ(6);
