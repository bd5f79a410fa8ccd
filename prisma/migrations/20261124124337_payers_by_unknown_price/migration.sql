-- fits: 20261121045924_hot_updates

-- DropIndex
DROP INDEX "subscription_provider_priceId_idx";
