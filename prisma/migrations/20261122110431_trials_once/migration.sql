-- fits: 20261121045924_hot_updates

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

-- CreateIndex
CREATE INDEX "trial_unread_idx" ON "trial"("subscriptionId") WHERE ("readAt" IS NULL);

-- CreateIndex
CREATE INDEX "trial_repeated_idx" ON "trial"("readAt" DESC) WHERE (repeats <> '{}');

-- CreateIndex
CREATE INDEX "trial_mark_userId_idx" ON "trial_mark"("userId") WHERE ("userId" IS NOT NULL);

-- Whoever writes that a trial began, of this build or an earlier one, leaves word of it in the same statement. What tells
-- that its owner had one before is asked for after the commit.
CREATE FUNCTION "note_trial"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "trial" ("subscriptionId", "repeats") VALUES (NEW."id", '{}') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "trial_begun" AFTER INSERT ON "subscription" FOR EACH ROW
  WHEN (NEW."trialStart" IS NOT NULL) EXECUTE FUNCTION "note_trial"();

CREATE TRIGGER "trial_given" AFTER UPDATE ON "subscription" FOR EACH ROW
  WHEN (OLD."trialStart" IS NULL AND NEW."trialStart" IS NOT NULL) EXECUTE FUNCTION "note_trial"();
