import type { PrismaClient } from '../../database/client.ts';
import { languageOf } from '../../mail/language.ts';
import type { MailKind } from '../../mail/message.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { createProof, type ProofKind } from './proofs.ts';

interface Reader {
  userId: string;
  to: string;
  /** The headers of the request that led to the mail; they determine its language. */
  headers: Headers | null | undefined;
}

export interface Notices {
  /** A link that verifies `email`; `to` is the recipient. */
  askForProof(reader: Reader, proof: { kind: ProofKind; email: string }): Promise<void>;
  /** Its proof is never mailed: the export would show a difference without it. */
  tellAccountExists(reader: Reader, kind: ProofKind): Promise<void>;
  offerReset(reader: Reader, token: string): Promise<void>;
  tellChange(reader: Reader, email: string): Promise<void>;
  tellNewDevice(reader: Reader, device: string): Promise<void>;
}

const proofMails: Record<ProofKind, MailKind> = { verify: 'verify', old: 'approve_change', new: 'confirm_change' };

interface NoticesOptions {
  prisma: PrismaClient;
  outbox: Outbox;
  baseUrl: string;
}

/** The mails about an account; each waits in the outbox. */
export function createNotices({ prisma, outbox, baseUrl }: NoticesOptions): Notices {
  const queue = (
    { userId, to, headers }: Reader,
    kind: MailKind,
    { path, about }: { path?: string; about?: string } = {},
  ) => {
    const language = languageOf(headers?.get('accept-language'));
    return outbox.queue(userId, { kind, to, language, link: path && `${baseUrl}${path}`, about });
  };
  return {
    async askForProof(reader, proof) {
      const token = await createProof(prisma, { userId: reader.userId, ...proof });
      await queue(reader, proofMails[proof.kind], { path: `/verify-address?token=${token}`, about: proof.email });
    },
    async tellAccountExists(reader, kind) {
      await createProof(prisma, { userId: reader.userId, kind, email: reader.to });
      await queue(reader, 'account_exists', { path: '/sign-in' });
    },
    offerReset: (reader, token) => queue(reader, 'reset', { path: `/reset-password?token=${token}` }),
    tellChange: (reader, about) => queue(reader, 'address_changed', { about }),
    tellNewDevice: (reader, about) => queue(reader, 'new_device', { path: '/account', about }),
  };
}
