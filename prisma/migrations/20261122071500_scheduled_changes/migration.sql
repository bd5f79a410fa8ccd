-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "scheduledChange" JSONB;
