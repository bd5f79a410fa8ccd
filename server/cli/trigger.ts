import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Adapter, checkoutIntervals, type EventType, eventTypes, toldStatuses } from '../adapters/adapter.ts';
import { WEBHOOK_PATH } from '../adapters/addresses.ts';
import { readUnsigned } from '../billing/events/judgeEvent.ts';
import { paidPlans, typicalPlan } from '../plans/catalogue.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { activeSigner, loadMakeUp, type MadeUp, type MadeUpDelivery, type MakeUp, pricedAs } from './madeUp.ts';
import { receiverOf } from './user.ts';
import { toDate, toOneOf, toWholeNumber } from './values.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;

const text = { type: 'string' } as const;
const options = {
  user: text,
  plan: text,
  interval: text,
  status: text,
  amount: text,
  at: text,
  subscription: text,
  customer: text,
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options });
}

export const triggerCommand: Command = {
  summary: 'send a signed sample event of the active provider to the running service',
  usage: `billing trigger <event> --user <id, e-mail or name> [--plan PLAN] [--interval ${checkoutIntervals.join('|')}]
         [--status ${toldStatuses.join('|')}] [--subscription ID] [--customer ID]
         [--amount MINOR UNITS] [--at DATE] [--json]
Events: ${eventTypes.join(', ')}, or the provider's own names for them`,
  example: 'billing trigger subscription.created --user ada@example.com --plan pro',
  async run(context, args) {
    const { values, positionals } = parse(args);
    const [name, ...more] = positionals;
    if (!name || more.length > 0) throw new UsageError('Give one event');
    if (!values.user) throw new UsageError('Give the user: --user <id, e-mail or name>');
    const told = await toMadeUp(context, name, values);
    const makeUp = await loadMakeUp(activeSigner(context));
    const type = typeNamed(name, told, { adapter: context.billing.adapter, makeUp });
    const made = makeUp(type, type === name ? told : { ...told, nativeType: name });
    const url = (context.running?.url ?? context.settings.baseUrl) + WEBHOOK_PATH;
    const { status, answer } = await post(url, made);
    const body = JSON.parse(made.body);
    if (values.json) context.print(JSON.stringify({ event: name, type, url, status, answer, body }, null, 2));
    else context.print(`${name} to ${url}: ${status} ${answer}`);
    return status >= 200 && status < 300 ? 0 : 1;
  },
};

async function toMadeUp(context: CommandContext, name: string, values: Values): Promise<MadeUp> {
  const { plans } = context.settings;
  const known = paidPlans(plans).map((plan) => plan.name);
  const plan = toOneOf('--plan', known, values.plan ?? typicalPlan(plans).name);
  const interval = toOneOf('--interval', checkoutIntervals, values.interval ?? usualInterval(name));
  const status = values.status === undefined ? undefined : toOneOf('--status', toldStatuses, values.status);
  const occurredAt = values.at === undefined ? new Date() : toDate('--at', values.at);
  const { trialDays, ...listed } = pricedAs(context.settings, plan, interval);
  const minorUnits = values.amount === undefined ? undefined : toWholeNumber('--amount', values.amount);
  const trialEnd = new Date(occurredAt.getTime() + trialDays * DAY_MS);
  const user = await findUser(context, values.user ?? '');
  const present = makesAnother.has(name) ? undefined : await newestSubscription(context, user.id);
  return {
    userId: user.id,
    email: user.email,
    plan,
    interval,
    status,
    occurredAt,
    ...(status === 'trialing' ? { periodEnd: trialEnd } : {}),
    priceId: listed.priceId,
    amount: minorUnits === undefined ? listed.amount : { ...listed.amount, minorUnits },
    customerId: values.customer ?? present?.customerId,
    subscriptionId: values.subscription ?? present?.subscriptionId,
    eventId: randomUUID(),
  };
}

function usualInterval(name: string): string {
  return name === 'order.paid' ? 'one_time' : 'month';
}

/** Accounts made from elsewhere, and users whom only records name, get an address that nobody has. */
async function findUser(context: CommandContext, who: string): Promise<{ id: string; email: string }> {
  const { userId: id, email } = await receiverOf(context, who);
  return { id, email: email ?? `${id}@example.com` };
}

/** Events that begin something; all others are about what the user has. */
const makesAnother = new Set<string>([
  'customer.created',
  'subscription.created',
  'checkout.session.completed',
  'order.paid',
]);

async function newestSubscription({ billing }: CommandContext, userId: string) {
  const { subscription, customer } = billing.database.prisma;
  const { provider } = billing.adapter;
  const newest = await subscription.findFirst({ where: { userId, provider }, orderBy: { updatedAt: 'desc' } });
  if (!newest) return undefined;
  const owner = await customer.findUnique({ where: { id: newest.customerId ?? '' } });
  return { subscriptionId: newest.providerSubscriptionId, customerId: owner?.providerCustomerId };
}

interface Provider {
  adapter: Adapter;
  makeUp: MakeUp;
}

/** A native name belongs to the type whose event, made up under that name, reads as that type. */
function typeNamed(name: string, told: MadeUp, { adapter, makeUp }: Provider): EventType {
  const readsAs = (type: EventType) => {
    const { body, headers } = makeUp(type, { ...told, nativeType: name });
    return readUnsigned(adapter, body, headers).event.type;
  };
  const type = eventTypes.find((candidate) => candidate === name) ?? eventTypes.find((type) => readsAs(type) === type);
  if (!type) throw new UsageError(`${name} is not an event of ${adapter.provider} that changes records`);
  return type;
}

async function post(url: string, { body, headers }: MadeUpDelivery): Promise<{ status: number; answer: string }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, signal };
  const response = await fetch(url, sent).catch((error: unknown) => {
    throw new Error(`No service answers at ${url}; is it running?`, { cause: error });
  });
  return { status: response.status, answer: await response.text() };
}
