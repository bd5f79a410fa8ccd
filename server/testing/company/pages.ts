import type { SandboxedApp } from '../app/sandboxedApp.ts';

interface Call {
  method: string;
  path: string;
}

/** Calls that make a pay page: a checkout session at alpha, a checkout at beta and gamma. */
export const makesPage = ({ method, path }: Call): boolean =>
  method === 'POST' && /^\/v1\/(checkout\/sessions|checkouts)\/?$/.test(new URL(path, 'http://company').pathname);

/** How many pay pages the company was asked for since `forgetCalls`. */
export async function pagesMade({ control }: Pick<SandboxedApp, 'control'>): Promise<number> {
  const { calls } = await control<{ calls: Call[] }>('GET', 'calls');
  return calls.filter(makesPage).length;
}

export async function forgetCalls({ control }: Pick<SandboxedApp, 'control'>): Promise<void> {
  await control('DELETE', 'calls');
}

/** The service's memory of a buyer's purchases is lost, as after the restore of an older backup. */
export async function loseRecords({ deps }: Pick<SandboxedApp, 'deps'>, userId: string): Promise<void> {
  const { prisma } = deps.billing.database;
  const where = { userId };
  await prisma.payment.deleteMany({ where });
  await prisma.subscription.deleteMany({ where });
  await prisma.checkout.deleteMany({ where });
  await prisma.customer.deleteMany({ where });
}
