-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "amountDiscounted" TEXT;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "amountDiscounted" TEXT,
ADD COLUMN     "discountUntil" TIMESTAMPTZ(6),
ADD COLUMN     "taxIncluded" BOOLEAN;
