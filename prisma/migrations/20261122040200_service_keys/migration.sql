-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "service_key" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "service_key_pkey" PRIMARY KEY ("id")
);
