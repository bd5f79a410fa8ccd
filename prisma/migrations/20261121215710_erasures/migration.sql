-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "erased_user" ADD COLUMN     "blankedAt" TIMESTAMPTZ(6),
ADD COLUMN     "searchedTo" BIGINT DEFAULT 0;
