-- fits: 20261124170000_baseline

-- AlterTable
ALTER TABLE "checkout" ADD COLUMN     "offer" TEXT;
