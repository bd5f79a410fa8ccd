-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "grantedAt" TIMESTAMPTZ(6),
ADD COLUMN     "grantedPlan" TEXT,
ADD COLUMN     "unknownSince" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "provider_price" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "plan" TEXT,
    "product" TEXT,
    "lookupKey" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "interval" TEXT,
    "isThere" BOOLEAN NOT NULL,
    "askedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_price_pkey" PRIMARY KEY ("provider","id")
);
