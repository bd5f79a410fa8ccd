-- fits: 20261124129999_access_periods

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "billingEmail" TEXT;
