import { createHash, randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../database/client.ts';

export type ProofKind = 'verify' | 'old' | 'new';

const VALID_MS = 86_400_000;

interface NewProof {
  userId: string;
  kind: ProofKind;
  email: string;
}

/** A link's token. Only its digest is stored, so that a reader of the table can't use it. */
export async function createProof({ addressProof }: Pick<PrismaClient, 'addressProof'>, proof: NewProof) {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + VALID_MS);
  await addressProof.create({ data: { ...proof, id: digestOf(token), expiresAt } });
  return token;
}

/** null: there is none, or it has expired. */
export async function findProof({ addressProof }: Pick<PrismaClient, 'addressProof'>, token: string) {
  const proof = await addressProof.findUnique({ where: { id: digestOf(token) } });
  return proof && proof.expiresAt > new Date() ? proof : null;
}

const digestOf = (token: string) => createHash('sha256').update(`address proof ${token}`).digest('base64url');
