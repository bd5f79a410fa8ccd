import { applyMigrations } from '../../../prisma/migrate.ts';
import { readDelivery } from '../../adapters/readDelivery.ts';
import { verifyAddress } from '../../auth/verifyAddress.ts';
import { receiveEvent } from '../../billing/events/receiveEvent.ts';
import { type Catalogue, soldPlans, typicalPlan } from '../../plans/catalogue.ts';
import { readSettings } from '../../settings/settings.ts';
import { openContext } from '../context.ts';
import type { Io } from '../io.ts';
import { activeSigner, loadMakeUp, type MadeUp, type MakeUp, pricedAs } from '../madeUp.ts';
import { toTable } from '../table.ts';
import { type Books, openBooks } from './books.ts';
import { type Seed, type SeedEvent, seeds } from './seeds.ts';

export const PASSWORD = 'correct horse battery';
const GOOD_CARD = '4242424242424242';
const DAY_MS = 86_400_000;

type Context = Awaited<ReturnType<typeof openContext>>;

/** Fills a development database. Resolves to the exit code: 0 on success, else 1. */
export async function seed(io: Io): Promise<number> {
  try {
    if (readSettings(io.environment).mode === 'production')
      throw new Error('Seeds are for development: NODE_ENV is production');
    const context = await openContext(io, { create: true });
    await seedAll(context).finally(context.close);
    return 0;
  } catch (error) {
    io.complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/**
 * Creates accounts, and what they have at the sandbox's company and, by its signed events, here. A second run creates only
 * those who are missing.
 */
async function seedAll(context: Context): Promise<void> {
  await applyMigrations(context.settings.databaseUrl ?? '', () => {});
  await hashOnce(context);
  const makeUp = await loadMakeUp(activeSigner(context));
  const books = await openBooks(context);
  try {
    for (const seed of seeds) {
      context.signal.throwIfAborted();
      await seedOne(context, { seed, makeUp, books });
    }
  } finally {
    await books.close();
  }
  context.print(toTable(seeds.map(({ email, state }) => ({ email, state }))));
  context.print(`\nEach account has the password: ${PASSWORD}`);
}

/** They share one password, and a hash takes a third of a second. */
async function hashOnce({ auth }: Context): Promise<void> {
  const { password } = await auth.$context;
  const { hash } = password;
  let only: ReturnType<typeof hash> | undefined;
  password.hash = (text) => (only ??= hash(text));
}

/** The company knows first: what an event says is read there. */
async function seedOne(
  context: Context,
  { seed, makeUp, books }: { seed: Seed; makeUp: MakeUp; books: Books },
): Promise<void> {
  const { billing } = context;
  const userId = await findOrSignUp(context, seed);
  if ((await billing.database.prisma.customer.count({ where: { userId } })) > 0) return;
  const made = seed.events.map((event) => makeUp(event.type, toMadeUp(context, { seed, event, userId })));
  const { card = GOOD_CARD } = seed;
  await books.note(made.map(({ fact }) => ({ ...fact, customer: { ...fact.customer, card } })));
  for (const { body, headers } of made)
    await receiveEvent(billing, readDelivery([billing.adapter], { body: Buffer.from(body), headers }));
  const { subscription, paymentId: invoiceId } = made.at(-1)?.fact ?? {};
  if (seed.afterwards === 'pause') await books.act(`subscriptions/${subscription?.id}/pause`);
  if (seed.afterwards === 'refund') await books.act('refund', { invoiceId });
  if (seed.afterwards === 'dispute') await books.act('disputes', { invoiceId });
}

async function findOrSignUp({ auth, billing }: Context, { email, name }: Seed): Promise<string> {
  const account = await billing.database.prisma.user.findUnique({ where: { email } });
  if (account) return account.id;
  const { user } = await auth.api.signUpEmail({ body: { name, email, password: PASSWORD } });
  await verifyAddress(billing.database.prisma, email);
  return user.id;
}

interface SeedCase {
  seed: Seed;
  event: SeedEvent;
  userId: string;
}

function toMadeUp({ settings, billing }: Context, { seed, event, userId }: SeedCase): MadeUp {
  const { interval = 'month' } = event;
  const plan = planOf(event, settings.plans);
  const { priceId, amount, trialDays } = pricedAs(settings, plan, interval);
  const now = Math.floor(billing.now().getTime() / 1_000) * 1_000;
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY_MS);
  const nth = seed.events.indexOf(event);
  // A second subscription begins with its purchase.
  const periodStart = at(event.second ? event.daysAgo : seed.startedDaysAgo);
  const trialEnd = new Date(periodStart.getTime() + trialDays * DAY_MS);
  return {
    userId,
    email: seed.email,
    interval,
    status: event.status,
    cancelAtPeriodEnd: event.cancelAtPeriodEnd,
    ...(event.retired ? {} : { plan }),
    priceId: event.retired ? 'price_retired' : priceId,
    amount,
    isSecond: event.second,
    periodStart,
    ...(event.status === 'trialing' ? { periodEnd: trialEnd } : {}),
    // Distinct seconds, in the order of the list.
    occurredAt: new Date(at(event.daysAgo).getTime() + nth * 1000),
    eventId: `seed ${userId} ${nth}`,
  };
}

function planOf({ plan }: SeedEvent, plans: Catalogue): string {
  const all = soldPlans(plans);
  return ({ lowest: all.at(0), highest: all.at(-1), typical: undefined }[plan ?? 'typical'] ?? typicalPlan(plans)).name;
}
