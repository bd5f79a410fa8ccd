import type { PrismaClient } from '../../database/client.ts';
import { addressInSql } from '../../database/reads/accountAddress.ts';
import { knownLanguage } from '../../mail/language.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { createProof } from './proofs.ts';

export const BUYERS_ADDRESSES = "buyers' addresses";

const TAKE = `DELETE FROM unproven_purchase WHERE id = (SELECT id FROM unproven_purchase ORDER BY id LIMIT 1
  FOR UPDATE SKIP LOCKED) RETURNING "userId"`;

/** Once per account. The owner of a proven address was told at the sign-up, and gets no link that would take it. */
const ASKED = `UPDATE "user" u SET "askedAt" = clock_timestamp()
  WHERE u.id = $1 AND NOT u."emailVerified" AND u."askedAt" IS NULL AND ${addressInSql('u')} <> ''
    AND NOT EXISTS (SELECT FROM "user" o WHERE o.email = u."wantedEmail" AND o."emailVerified")
  RETURNING ${addressInSql('u')} AS email, u.language`;

interface Buyer {
  email: string;
  language: string | null;
}

interface Options {
  prisma: PrismaClient;
  baseUrl: string;
  /** null: nobody is asked now; the account's next payment asks. */
  outbox: Pick<Outbox, 'queue'> | null;
}

/** Mails whoever bought without a proven address: it shows the address, with a link that confirms it. */
export async function askBuyers({ prisma, baseUrl, outbox }: Options, signal?: AbortSignal): Promise<void> {
  // The mail is queued in the transaction that forgets the purchase: neither twice nor never.
  const askOne = () =>
    prisma.$transaction(async (tables) => {
      const [purchase] = await tables.$queryRawUnsafe<{ userId: string }[]>(TAKE);
      if (!purchase || !outbox) return purchase !== undefined;
      const { userId } = purchase;
      const [buyer] = await tables.$queryRawUnsafe<Buyer[]>(ASKED, userId);
      if (!buyer) return true;
      const { email, language } = buyer;
      const token = await createProof(tables, { userId, kind: 'verify', email });
      const link = `${baseUrl}/verify-address?token=${token}`;
      const mail = { kind: 'verify_buyer', to: email, language: knownLanguage(language), link, about: email } as const;
      await outbox.queue(userId, mail, tables);
      return true;
    });
  while (await askOne()) signal?.throwIfAborted();
}
