-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "provider_check" (
    "userId" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "provider_check_pkey" PRIMARY KEY ("userId")
);
