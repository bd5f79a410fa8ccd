-- fits: 20261121045924_hot_updates

-- The ledger's bodies by the day on which they came. There is no default partition: a day without one is told by an alert,
-- and its bodies stay with their rows. The partitions themselves are made by a job (server/billing/ledger/partitions.ts).
CREATE TABLE "webhook_event_body" (
    "day" DATE NOT NULL,
    "id" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "webhook_event_body_pkey" PRIMARY KEY ("id","day")
) PARTITION BY RANGE ("day");
