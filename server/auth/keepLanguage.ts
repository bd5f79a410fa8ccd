import type { PrismaClient } from '../database/client.ts';
import { languageOf } from '../mail/language.ts';

/** Somebody signed in: what they are told by mail later, when no request of theirs is there, is in the language of this one. */
export async function keepLanguage(prisma: PrismaClient, userId: string, headers?: Headers | null): Promise<void> {
  const told = headers?.get('accept-language');
  if (!told) return;
  const language = languageOf(told);
  await prisma.$executeRaw`UPDATE "user" SET language = ${language} WHERE id = ${userId} AND language IS DISTINCT FROM ${language}`;
}
