-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "provider_price" ADD COLUMN "taxIncluded" BOOLEAN;
