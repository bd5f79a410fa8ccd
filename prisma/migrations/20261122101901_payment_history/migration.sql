-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "actionUrl" TEXT,
ADD COLUMN     "aside" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "invoiceUrl" TEXT,
ADD COLUMN     "periodEnd" TIMESTAMPTZ(6),
ADD COLUMN     "periodStart" TIMESTAMPTZ(6),
ADD COLUMN     "writtenOff" TEXT;

-- Our own closed list (server/adapters/adapter.ts).
ALTER TABLE "payment" ADD CONSTRAINT "payment_written_off_known" CHECK ("writtenOff" IN ('voided', 'uncollectible')) NOT VALID;
