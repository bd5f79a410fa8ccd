-- DropIndex
DROP INDEX "customer_userId_updatedAt_idx";

-- DropIndex
DROP INDEX "subscription_userId_updatedAt_idx";

-- DropIndex
DROP INDEX "webhook_event_subscriptionId_idx";

-- DropIndex
DROP INDEX "webhook_event_waitingFor_idx";

-- CreateIndex
CREATE INDEX "customer_userId_idx" ON "customer"("userId");

-- CreateIndex
CREATE INDEX "subscription_userId_idx" ON "subscription"("userId");

-- CreateIndex
CREATE INDEX "webhook_event_subscriptionId_idx" ON "webhook_event"("subscriptionId") WHERE ("waitingFor" IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_event_waitingFor_idx" ON "webhook_event"("waitingFor") WHERE ("waitingFor" IS NOT NULL);

-- An update that touches no indexed column stays on its page when there is room, and then writes no index (HOT).
ALTER TABLE "subscription" SET (fillfactor = 80);

-- Bodies up to a page stay as they came: compressing each costs more than all else that is done with it.
ALTER TABLE "webhook_event" SET (toast_tuple_target = 8160);
