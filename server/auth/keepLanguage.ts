import type { PrismaClient } from '../database/client.ts';
import { languageOf } from '../mail/language.ts';

/** Stores the language of a sign-in, for mails that are sent later without a request. */
export async function keepLanguage(prisma: PrismaClient, userId: string, headers?: Headers | null): Promise<void> {
  const told = headers?.get('accept-language');
  if (!told) return;
  const language = languageOf(told);
  await prisma.$executeRaw`UPDATE "user" SET language = ${language} WHERE id = ${userId} AND language IS DISTINCT FROM ${language}`;
}
