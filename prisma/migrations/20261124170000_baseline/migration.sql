-- fits: none

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "customer" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerCustomerId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "billingEmail" TEXT,
    "metadata" JSONB,
    "deletedAt" TIMESTAMPTZ(6),
    "assigned" BOOLEAN NOT NULL DEFAULT false,
    "lastEventAt" TIMESTAMPTZ(6),
    "lastEventRank" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "customerId" TEXT,
    "provider" TEXT NOT NULL,
    "providerSubscriptionId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "amount" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amountKnown" BOOLEAN NOT NULL DEFAULT true,
    "amountDiscounted" TEXT,
    "discountUntil" TIMESTAMPTZ(6),
    "taxIncluded" BOOLEAN,
    "currentPeriodStart" TIMESTAMPTZ(6) NOT NULL,
    "currentPeriodEnd" TIMESTAMPTZ(6) NOT NULL,
    "cancelAtPeriodEnd" BOOLEAN NOT NULL DEFAULT false,
    "cancelAt" TIMESTAMPTZ(6),
    "canceledAt" TIMESTAMPTZ(6),
    "trialStart" TIMESTAMPTZ(6),
    "trialEnd" TIMESTAMPTZ(6),
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "standing" TEXT NOT NULL DEFAULT 'running',
    "reportedStatus" TEXT,
    "nativeStatus" TEXT,
    "priceId" TEXT,
    "quantity" INTEGER,
    "paymentFailedAt" TIMESTAMPTZ(6),
    "grantedPlan" TEXT,
    "grantedAt" TIMESTAMPTZ(6),
    "unknownSince" TIMESTAMPTZ(6),
    "scheduledChange" JSONB,
    "lastEventAt" TIMESTAMPTZ(6),
    "lastEventRank" INTEGER NOT NULL DEFAULT 0,
    "lastEventId" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "customerId" TEXT,
    "subscriptionId" TEXT,
    "provider" TEXT NOT NULL,
    "providerPaymentId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amountDiscounted" TEXT,
    "description" TEXT,
    "receiptUrl" TEXT,
    "invoiceUrl" TEXT,
    "periodStart" TIMESTAMPTZ(6),
    "periodEnd" TIMESTAMPTZ(6),
    "actionUrl" TEXT,
    "writtenOff" TEXT,
    "aside" BOOLEAN NOT NULL DEFAULT false,
    "amountRefunded" TEXT NOT NULL DEFAULT '0.00',
    "disputed" BOOLEAN NOT NULL DEFAULT false,
    "dispute" TEXT,
    "paidAt" TIMESTAMPTZ(6),
    "failedAt" TIMESTAMPTZ(6),
    "plan" TEXT,
    "priceId" TEXT,
    "accessDays" INTEGER,
    "referenceId" TEXT,
    "reportedRefunded" TEXT,
    "reportedRefundedAt" TIMESTAMPTZ(6),
    "lastEventAt" TIMESTAMPTZ(6),
    "lastEventRank" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refund" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerRefundId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "counts" BOOLEAN NOT NULL,
    "amount" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "lastEventAt" TIMESTAMPTZ(6),
    "lastEventRank" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" BIGSERIAL NOT NULL,
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT,
    "nativeType" TEXT,
    "occurredAt" TIMESTAMPTZ(6),
    "receivedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastReceivedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliveries" INTEGER NOT NULL DEFAULT 1,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "error" TEXT,
    "warnings" TEXT[],
    "body" TEXT,
    "userId" TEXT,
    "customerId" TEXT,
    "subscriptionId" TEXT,
    "paymentId" TEXT,
    "waitingFor" TEXT,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event_body" (
    "day" DATE NOT NULL,
    "id" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "webhook_event_body_pkey" PRIMARY KEY ("id","day")
);

-- CreateTable
CREATE TABLE "refetch" (
    "subscriptionId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerSubscriptionId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,

    CONSTRAINT "refetch_pkey" PRIMARY KEY ("subscriptionId")
);

-- CreateTable
CREATE TABLE "checkout" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "openKey" TEXT,
    "idempotencyKey" TEXT NOT NULL,
    "customerId" TEXT,
    "sessionId" TEXT,
    "url" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "completedAt" TIMESTAMPTZ(6),
    "subscriptionId" TEXT,
    "endedAt" TIMESTAMPTZ(6),
    "supersededAt" TIMESTAMPTZ(6),
    "supersededBy" TEXT,

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_check" (
    "userId" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,

    CONSTRAINT "owner_check_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "provider_check" (
    "userId" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "provider_check_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "adoption" (
    "userId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "readAt" TIMESTAMPTZ(6),
    "blockedBy" TEXT,

    CONSTRAINT "adoption_pkey" PRIMARY KEY ("userId","provider")
);

-- CreateTable
CREATE TABLE "expected_owner" (
    "provider" TEXT NOT NULL,
    "providerCustomerId" TEXT NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "expected_owner_pkey" PRIMARY KEY ("provider","providerCustomerId")
);

-- CreateTable
CREATE TABLE "duplicate" (
    "subscriptionId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "keptId" TEXT,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endingAt" TIMESTAMPTZ(6),
    "doneAt" TIMESTAMPTZ(6),
    "notifiedAt" TIMESTAMPTZ(6),
    "heldAt" TIMESTAMPTZ(6),
    "releasedAt" TIMESTAMPTZ(6),

    CONSTRAINT "duplicate_pkey" PRIMARY KEY ("subscriptionId")
);

-- CreateTable
CREATE TABLE "late_charge" (
    "paymentId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "begunAt" TIMESTAMPTZ(6),
    "doneAt" TIMESTAMPTZ(6),
    "releasedAt" TIMESTAMPTZ(6),

    CONSTRAINT "late_charge_pkey" PRIMARY KEY ("paymentId")
);

-- CreateTable
CREATE TABLE "trial" (
    "subscriptionId" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readAt" TIMESTAMPTZ(6),
    "repeats" TEXT[],

    CONSTRAINT "trial_pkey" PRIMARY KEY ("subscriptionId")
);

-- CreateTable
CREATE TABLE "trial_mark" (
    "mark" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" TEXT,

    CONSTRAINT "trial_mark_pkey" PRIMARY KEY ("mark")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "wantedEmail" TEXT,
    "language" TEXT,
    "askedAt" TIMESTAMPTZ(6),
    "image" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "token" TEXT NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(6),
    "refreshTokenExpiresAt" TIMESTAMPTZ(6),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "unproven_purchase" (
    "id" BIGSERIAL NOT NULL,
    "userId" TEXT NOT NULL,

    CONSTRAINT "unproven_purchase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ended_session" (
    "id" TEXT NOT NULL,
    "endedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ended_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" TEXT NOT NULL,
    "userId" TEXT,
    "kind" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "concerns" JSONB,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erased_user" (
    "userId" TEXT NOT NULL,
    "erasedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "blankedAt" TIMESTAMPTZ(6),
    "searchedTo" BIGINT DEFAULT 0,
    "chargedFrom" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(6),

    CONSTRAINT "erased_user_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "resetAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "reconcile_run" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "userId" TEXT,
    "fix" BOOLEAN NOT NULL,
    "startedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(6),
    "customers" INTEGER NOT NULL DEFAULT 0,
    "subscriptions" INTEGER NOT NULL DEFAULT 0,
    "live" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "trigger" TEXT NOT NULL,
    "movedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "inputs" TEXT,
    "account" TEXT,
    "mode" TEXT,
    "yesEnd" INTEGER,
    "stopped" TEXT,

    CONSTRAINT "reconcile_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconcile_slice" (
    "runId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "since" TEXT NOT NULL DEFAULT '',
    "until" TEXT,
    "cursor" TEXT,
    "finishedAt" TIMESTAMPTZ(6),

    CONSTRAINT "reconcile_slice_pkey" PRIMARY KEY ("runId","number")
);

-- CreateTable
CREATE TABLE "provider_pace" (
    "provider" TEXT NOT NULL,
    "freeAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "provider_pace_pkey" PRIMARY KEY ("provider")
);

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

-- CreateTable
CREATE TABLE "sold_plan" (
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "writtenAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sold_plan_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "action" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "toUserId" TEXT,
    "details" JSONB NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_reason" (
    "auditId" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "audit_reason_pkey" PRIMARY KEY ("auditId")
);

-- CreateTable
CREATE TABLE "access_change" (
    "id" BIGSERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "access_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_access" (
    "userId" TEXT NOT NULL,
    "generation" TEXT NOT NULL,
    "number" BIGINT,
    "at" TIMESTAMPTZ(6),

    CONSTRAINT "owner_access_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "access_period" (
    "userId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "validFrom" TIMESTAMPTZ(6),
    "validTo" TIMESTAMPTZ(6),
    "plan" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "seats" INTEGER,
    "until" TIMESTAMPTZ(6),
    "endsAt" TIMESTAMPTZ(6),
    "features" JSONB NOT NULL,

    CONSTRAINT "access_period_pkey" PRIMARY KEY ("userId","position")
);

-- CreateTable
CREATE TABLE "plans_generation" (
    "hash" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reportedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_generation_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "change_feed" (
    "id" TEXT NOT NULL,
    "epoch" TEXT NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "change_feed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feed_timeline" (
    "database" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "token" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "begunAt" BIGINT NOT NULL,

    CONSTRAINT "feed_timeline_pkey" PRIMARY KEY ("database","timeline")
);

-- CreateTable
CREATE TABLE "database_mark" (
    "id" TEXT NOT NULL,
    "tableOid" BIGINT NOT NULL,
    "cluster" TEXT NOT NULL,
    "writtenBy" TEXT NOT NULL,
    "tables" JSONB NOT NULL,
    "recoveringSince" TIMESTAMPTZ(6),
    "dataUntil" TIMESTAMPTZ(6),
    "finishedAt" TIMESTAMPTZ(6),
    "timeline" INTEGER,

    CONSTRAINT "database_mark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_price" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "plan" TEXT,
    "product" TEXT,
    "lookupKey" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "interval" TEXT,
    "perSeat" BOOLEAN,
    "taxIncluded" BOOLEAN,
    "isThere" BOOLEAN NOT NULL,
    "askedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_price_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "drift" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "class" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "userId" TEXT,
    "providerSubscriptionId" TEXT NOT NULL,
    "providerCustomerId" TEXT,
    "ours" TEXT,
    "theirs" TEXT,
    "fixed" BOOLEAN NOT NULL DEFAULT false,
    "key" TEXT NOT NULL,
    "foundAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drift_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lease" (
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "job" (
    "name" TEXT NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(6),
    "succeededAt" TIMESTAMPTZ(6),
    "failedAt" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "retryAt" TIMESTAMPTZ(6),

    CONSTRAINT "job_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "retry" (
    "job" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(6) NOT NULL,
    "lastError" TEXT NOT NULL,

    CONSTRAINT "retry_pkey" PRIMARY KEY ("job","key")
);

-- CreateTable
CREATE TABLE "service_key" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "service_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_secret" (
    "name" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "madeAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_secret_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "publicKey" JSONB NOT NULL,
    "privateKey" TEXT NOT NULL,
    "signsFrom" TIMESTAMPTZ(6) NOT NULL,
    "shownUntil" TIMESTAMPTZ(6),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "contract_request" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" TEXT,
    "proven" BOOLEAN NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "contract" TEXT,
    "reason" TEXT,
    "wish" TEXT NOT NULL,
    "wishedFor" DATE,
    "language" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tokenHash" TEXT,
    "linkUntil" TIMESTAMPTZ(6),
    "state" TEXT NOT NULL DEFAULT 'open',
    "confirmedAt" TIMESTAMPTZ(6),
    "subscriptionIds" TEXT[],
    "doneAt" TIMESTAMPTZ(6),
    "closedAt" TIMESTAMPTZ(6),
    "closedBy" TEXT,

    CONSTRAINT "contract_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reminder" (
    "subscriptionId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "chargeAt" TIMESTAMPTZ(6) NOT NULL,
    "userId" TEXT NOT NULL,
    "queuedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reminder_pkey" PRIMARY KEY ("subscriptionId","kind","chargeAt")
);

-- CreateIndex
CREATE INDEX "customer_userId_idx" ON "customer"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "customer_provider_providerCustomerId_key" ON "customer"("provider", "providerCustomerId");

-- CreateIndex
CREATE INDEX "subscription_userId_idx" ON "subscription"("userId");

-- CreateIndex
CREATE INDEX "subscription_customerId_idx" ON "subscription"("customerId");

-- CreateIndex
CREATE INDEX "subscription_price_idx" ON "subscription"("provider", "priceId");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_provider_providerSubscriptionId_key" ON "subscription"("provider", "providerSubscriptionId");

-- CreateIndex
CREATE INDEX "payment_userId_createdAt_idx" ON "payment"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "payment_subscriptionId_idx" ON "payment"("subscriptionId");

-- CreateIndex
CREATE INDEX "payment_referenceId_idx" ON "payment"("referenceId") WHERE ("referenceId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_granting_access_idx" ON "payment"("userId") WHERE ("accessDays" IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_bearing_on_access_idx" ON "payment"("subscriptionId") WHERE (status <> 'succeeded' OR dispute IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "payment_provider_providerPaymentId_key" ON "payment"("provider", "providerPaymentId");

-- CreateIndex
CREATE INDEX "refund_paymentId_idx" ON "refund"("paymentId");

-- CreateIndex
CREATE UNIQUE INDEX "refund_provider_providerRefundId_key" ON "refund"("provider", "providerRefundId");

-- CreateIndex
CREATE INDEX "webhook_event_outcome_id_idx" ON "webhook_event"("outcome", "id");

-- CreateIndex
CREATE INDEX "webhook_event_type_id_idx" ON "webhook_event"("type", "id");

-- CreateIndex
CREATE INDEX "webhook_event_nativeType_id_idx" ON "webhook_event"("nativeType", "id");

-- CreateIndex
CREATE INDEX "webhook_event_userId_receivedAt_idx" ON "webhook_event"("userId", "receivedAt" DESC);

-- CreateIndex
CREATE INDEX "webhook_event_subscriptionId_idx" ON "webhook_event"("subscriptionId") WHERE ("waitingFor" IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_event_waitingFor_idx" ON "webhook_event"("waitingFor") WHERE ("waitingFor" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_event_provider_eventId_key" ON "webhook_event"("provider", "eventId");

-- CreateIndex
CREATE INDEX "refetch_dueAt_idx" ON "refetch"("dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_openKey_key" ON "checkout"("openKey");

-- CreateIndex
CREATE INDEX "checkout_provider_sessionId_idx" ON "checkout"("provider", "sessionId");

-- CreateIndex
CREATE INDEX "checkout_userId_createdAt_idx" ON "checkout"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "owner_check_dueAt_idx" ON "owner_check"("dueAt");

-- CreateIndex
CREATE INDEX "adoption_dueAt_idx" ON "adoption"("dueAt");

-- CreateIndex
CREATE INDEX "expected_owner_email_idx" ON "expected_owner"("email");

-- CreateIndex
CREATE INDEX "duplicate_userId_idx" ON "duplicate"("userId");

-- CreateIndex
CREATE INDEX "duplicate_state_idx" ON "duplicate"("state");

-- CreateIndex
CREATE INDEX "late_charge_userId_idx" ON "late_charge"("userId");

-- CreateIndex
CREATE INDEX "late_charge_state_idx" ON "late_charge"("state");

-- CreateIndex
CREATE INDEX "trial_unread_idx" ON "trial"("subscriptionId") WHERE ("readAt" IS NULL);

-- CreateIndex
CREATE INDEX "trial_repeated_idx" ON "trial"("readAt" DESC) WHERE (repeats <> '{}');

-- CreateIndex
CREATE INDEX "trial_mark_userId_idx" ON "trial_mark"("userId") WHERE ("userId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "user_wantedEmail_idx" ON "user"("wantedEmail") WHERE ("wantedEmail" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "account_providerId_accountId_key" ON "account"("providerId", "accountId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "address_proof_userId_idx" ON "address_proof"("userId");

-- CreateIndex
CREATE INDEX "ended_session_endedAt_idx" ON "ended_session"("endedAt");

-- CreateIndex
CREATE INDEX "mail_dueAt_idx" ON "mail"("dueAt");

-- CreateIndex
CREATE INDEX "mail_userId_idx" ON "mail"("userId");

-- CreateIndex
CREATE INDEX "rate_limit_resetAt_idx" ON "rate_limit"("resetAt");

-- CreateIndex
CREATE INDEX "reconcile_run_provider_startedAt_idx" ON "reconcile_run"("provider", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "access_grant_userId_idx" ON "access_grant"("userId");

-- CreateIndex
CREATE INDEX "audit_userId_idx" ON "audit"("userId");

-- CreateIndex
CREATE INDEX "audit_toUserId_idx" ON "audit"("toUserId") WHERE ("toUserId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

-- CreateIndex
CREATE UNIQUE INDEX "owner_access_number_key" ON "owner_access"("number");

-- CreateIndex
CREATE INDEX "owner_access_generation_idx" ON "owner_access"("generation");

-- CreateIndex
CREATE INDEX "drift_runId_idx" ON "drift"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "drift_runId_key_key" ON "drift"("runId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "contract_request_tokenHash_key" ON "contract_request"("tokenHash");

-- CreateIndex
CREATE INDEX "contract_request_userId_idx" ON "contract_request"("userId");

-- CreateIndex
CREATE INDEX "contract_request_state_receivedAt_idx" ON "contract_request"("state", "receivedAt");

-- CreateIndex
CREATE INDEX "reminder_userId_idx" ON "reminder"("userId");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "address_proof" ADD CONSTRAINT "address_proof_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reconcile_slice" ADD CONSTRAINT "reconcile_slice_runId_fkey" FOREIGN KEY ("runId") REFERENCES "reconcile_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drift" ADD CONSTRAINT "drift_runId_fkey" FOREIGN KEY ("runId") REFERENCES "reconcile_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Beyond schema.prisma: what it cannot describe of these tables. Functions, triggers and views are in prisma/objects.

-- The ledger's bodies by the day on which they came. There is no default partition: a day without one raises an alert, and
-- its bodies stay with their rows. The partitions are made by a job (server/billing/ledger/partitions.ts).
DROP TABLE "webhook_event_body";
CREATE TABLE "webhook_event_body" (
    "day" DATE NOT NULL,
    "id" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "webhook_event_body_pkey" PRIMARY KEY ("id","day")
) PARTITION BY RANGE ("day");

-- An update that touches no indexed column stays on its page when there is room, and then writes no index (HOT).
ALTER TABLE "subscription" SET (fillfactor = 80);
-- Bodies up to a page stay as they came: compressing each costs more than all else that is done with it.
ALTER TABLE "webhook_event" SET (toast_tuple_target = 8160);

-- The private keys are sealed with AUTH_SECRET; still, nobody but the owner reads them.
REVOKE ALL ON "signing_key" FROM PUBLIC;

-- The closed lists of our own words; a provider's words stay free text.
ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_status_known"
    CHECK ("status" IN ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'deleted')),
  ADD CONSTRAINT "subscription_reported_status_known"
    CHECK ("reportedStatus" IN ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'deleted')),
  ADD CONSTRAINT "subscription_standing_known" CHECK ("standing" IN ('running', 'paused', 'over'));
ALTER TABLE "payment"
  ADD CONSTRAINT "payment_status_known"
    CHECK ("status" IN ('succeeded', 'failed', 'refunded', 'partially_refunded', 'disputed')),
  ADD CONSTRAINT "payment_type_known" CHECK ("type" IN ('subscription', 'one_time')),
  ADD CONSTRAINT "payment_dispute_known" CHECK ("dispute" IN ('lost', 'open', 'won')),
  ADD CONSTRAINT "payment_written_off_known" CHECK ("writtenOff" IN ('voided', 'uncollectible'));
ALTER TABLE "refund"
  ADD CONSTRAINT "refund_kind_known" CHECK ("kind" IN ('refund', 'dispute')),
  ADD CONSTRAINT "refund_status_known"
    CHECK ("status" IN ('pending', 'succeeded', 'failed', 'canceled', 'open', 'won', 'lost'));
ALTER TABLE "webhook_event"
  ADD CONSTRAINT "webhook_event_outcome_known"
    CHECK ("outcome" IN ('applied', 'stale', 'ignored', 'unmatched', 'failed', 'duplicate'));
ALTER TABLE "duplicate"
  ADD CONSTRAINT "duplicate_state_known"
    CHECK ("state" IN ('reported', 'held', 'ending', 'refunding', 'done', 'closed'));
ALTER TABLE "late_charge"
  ADD CONSTRAINT "late_charge_state_known" CHECK ("state" IN ('found', 'held', 'refunding', 'done', 'reported'));

INSERT INTO "change_feed" ("id", "epoch") VALUES ('current', gen_random_uuid());
INSERT INTO "database_mark" ("id", "tableOid", "cluster", "writtenBy", "tables")
  SELECT 'current', 'database_mark'::regclass::oid::bigint, (SELECT system_identifier FROM pg_control_system())::text,
    pg_current_xact_id()::xid::text,
    (SELECT jsonb_object_agg(relname, oid::bigint) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r');
