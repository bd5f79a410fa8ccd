-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "accessDays" INTEGER,
ADD COLUMN     "plan" TEXT,
ADD COLUMN     "priceId" TEXT;

-- CreateTable
CREATE TABLE "access_grant" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "until" TIMESTAMPTZ(6),
    "reason" TEXT NOT NULL,
    "grantedBy" TEXT NOT NULL,
    "grantedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(6),
    "revokedBy" TEXT,
    "revokedReason" TEXT,

    CONSTRAINT "access_grant_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "access_grant_userId_idx" ON "access_grant"("userId");
