-- fits: 20261121045924_hot_updates

-- AlterTable
ALTER TABLE "reconcile_run" ADD COLUMN     "account" TEXT,
ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "live" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "mode" TEXT,
ADD COLUMN     "stopped" TEXT,
ADD COLUMN     "trigger" TEXT,
ADD COLUMN     "yesEnd" INTEGER;

-- AlterTable
ALTER TABLE "drift" ADD COLUMN     "key" TEXT,
ADD COLUMN     "providerCustomerId" TEXT;

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

-- AddForeignKey
ALTER TABLE "reconcile_slice" ADD CONSTRAINT "reconcile_slice_runId_fkey" FOREIGN KEY ("runId") REFERENCES "reconcile_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
