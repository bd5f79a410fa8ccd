-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "wantedEmail" TEXT;

-- CreateTable
CREATE TABLE "address_proof" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "confirmedAt" TIMESTAMPTZ(6),

    CONSTRAINT "address_proof_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "address_proof_userId_idx" ON "address_proof"("userId");

-- AddForeignKey
ALTER TABLE "address_proof" ADD CONSTRAINT "address_proof_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
