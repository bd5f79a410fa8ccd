-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "assigned" BOOLEAN NOT NULL DEFAULT false;

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

-- CreateIndex
CREATE INDEX "audit_userId_idx" ON "audit"("userId");

-- CreateIndex
CREATE INDEX "audit_toUserId_idx" ON "audit"("toUserId") WHERE ("toUserId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit table is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
