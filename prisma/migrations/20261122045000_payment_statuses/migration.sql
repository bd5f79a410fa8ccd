-- fits: 20261121045924_hot_updates

-- A commit before anything writes them.
ALTER TABLE "payment" DROP CONSTRAINT "payment_status_known",
  ADD CONSTRAINT "payment_status_known"
  CHECK ("status" IN ('succeeded', 'failed', 'refunded', 'partially_refunded', 'disputed')) NOT VALID;
