-- AlterTable
ALTER TABLE "provider_price" ADD COLUMN "perSeat" BOOLEAN;
