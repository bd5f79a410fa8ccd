-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "customerId" TEXT;
