-- fits: 20261121045924_hot_updates

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "publicKey" JSONB NOT NULL,
    "privateKey" TEXT NOT NULL,
    "signsFrom" TIMESTAMPTZ(6) NOT NULL,
    "shownUntil" TIMESTAMPTZ(6),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- The private keys are sealed with AUTH_SECRET; still, nobody but the owner reads them.
REVOKE ALL ON "signing_key" FROM PUBLIC;
