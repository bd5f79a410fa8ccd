-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "language" TEXT;
