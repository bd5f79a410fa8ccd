import type { PrismaClient } from '../../database/client.ts';
import type { Devices } from '../devices.ts';
import { unprovenAccount } from './marks.ts';

const MOST_TRIED = 6;

interface KnownAccount {
  /** Its own address, or its placeholder. */
  email: string;
  /** What the browser is known by. */
  mark: string;
  device: string;
}

/** The account with an address that a browser signed up for or signed in to before the address was verified. */
export async function accountKnownIn(
  { prisma, devices }: { prisma: PrismaClient; devices: Devices },
  cookies: string | undefined,
  address: string,
): Promise<KnownAccount | null> {
  const email = address.trim().toLowerCase();
  const accounts = await prisma.user.findMany({
    where: { OR: [{ email }, { wantedEmail: email }] },
    orderBy: { createdAt: 'desc' },
    take: MOST_TRIED,
    select: { id: true, email: true },
  });
  const known = accounts.flatMap((account) => {
    const mark = unprovenAccount(account.id);
    const device = devices.nameOf(cookies, mark);
    return device === null ? [] : [{ email: account.email, mark, device }];
  });
  return known[0] ?? null;
}
