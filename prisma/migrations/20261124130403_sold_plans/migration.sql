-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "sold_plan" (
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "writtenAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sold_plan_pkey" PRIMARY KEY ("name")
);
