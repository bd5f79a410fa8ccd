-- CreateTable
CREATE TABLE "erased_user" (
    "userId" TEXT NOT NULL,
    "erasedAt" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_user_pkey" PRIMARY KEY ("userId")
);
