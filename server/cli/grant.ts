import { parseArgs } from 'node:util';
import { type GrantEffect, grantEffect } from '../billing/access/grants/grantEffect.ts';
import { type GrantView, grantPlan, listGrants, revokeGrant, revokeInput } from '../billing/access/grants/grants.ts';
import { soldPlans } from '../plans/catalogue.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { auditOf, heirOf, userIdOf } from './user.ts';
import { toDate, toOneOf, toWholeNumber } from './values.ts';

const options = {
  plan: { type: 'string' },
  until: { type: 'string' },
  days: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const DAY_MS = 86_400_000;

export const grantCommand: Command = {
  summary: 'give a user a plan without a payment, list grants, or end one',
  usage: `billing grant <user id or e-mail> --plan P [--until DATE | --days N] --reason TEXT [--json]
       billing grant list <user> [--json]
       billing grant end <grant id> --reason TEXT [--json]

Without --until and --days the grant lasts until it is ended. An e-mail gives only to the account that has proven it, a
display name to none. With AUTH_JWKS_URL any user id is accepted.`,
  example: 'billing grant ada@example.com --plan pro --days 30 --reason "Ticket 4711"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [first = '', second, ...more] = positionals;
    if (more.length > 0) throw new UsageError('Name one user');
    if (first === 'list' && second) return list(context, second, values.json === true);
    if (first === 'end' && second) return end(context, second, values);
    if (!first || second !== undefined) throw new UsageError('Name one user');
    return give(context, first, values);
  },
};

async function give(context: CommandContext, who: string, values: Values): Promise<number> {
  const { billing, print } = context;
  const names = soldPlans(billing.plans).map(({ name }) => name);
  const plan = toOneOf('--plan', names, values.plan ?? '');
  const { reason, actor } = auditOf(values);
  const until = endIn(values, billing.now());
  if (until && until <= billing.now()) throw new UsageError('--until takes a future date');
  const { userId } = await heirOf(context, who);
  const given = { userId, plan, until: until?.toISOString() ?? null, reason };
  const effect = await grantEffect(billing, userId, given);
  const grant = await grantPlan(billing, given, actor);
  print(values.json ? JSON.stringify({ grant, effect }, null, 2) : `${toText([grant])}\n${toSentences(plan, effect)}`);
  return 0;
}

const BILLS: Record<GrantEffect['goesOn'][number]['bill'], (plan: string) => string> = {
  charged: (plan) => `${plan} goes on and is charged as before: a grant takes nothing off a bill.`,
  trial: (plan) => `The trial of ${plan} goes on and is charged when it ends, as before.`,
  uncollected: (plan) => `${plan} goes on; its next period is not charged.`,
};

function toSentences(plan: string, { access, had, goesOn }: GrantEffect): string {
  const changes = {
    raised: `The user may use ${plan} from now on.`,
    later: `The user has ${had.plan} until ${had.until}: ${plan} counts from then on, if nothing else comes.`,
    none: `This changes nothing for now: the user has ${had.plan} already, and it lasts.`,
  };
  return [changes[access], ...goesOn.map((each) => BILLS[each.bill](each.plan))].join('\n');
}

function endIn({ until, days }: Values, now: Date): Date | null {
  if (until !== undefined && days !== undefined) throw new UsageError('Use --until or --days, not both');
  if (until !== undefined) return toDate('--until', until);
  return days === undefined ? null : new Date(now.getTime() + toWholeNumber('--days', days, 1) * DAY_MS);
}

async function list(context: CommandContext, who: string, json: boolean): Promise<number> {
  const grants = await listGrants(context.billing, await userIdOf(context, who));
  if (json) context.print(JSON.stringify(grants, null, 2));
  else context.print(grants.length > 0 ? toText(grants) : 'No grants');
  return 0;
}

async function end({ billing, print }: CommandContext, id: string, values: Values): Promise<number> {
  const { reason, actor } = auditOf(values);
  const asked = revokeInput.safeParse({ id, reason });
  const grant = asked.data && (await revokeGrant(billing, asked.data, actor));
  if (values.json) print(JSON.stringify(grant ?? null, null, 2));
  else print(grant ? toText([grant]) : `There is no active grant ${id}: nothing was changed`);
  return grant ? 0 : 1;
}

function toText(grants: GrantView[]): string {
  return toTable(
    grants.map(({ id, plan, until, reason, grantedBy, grantedAt, revoked }) => ({
      grant: id,
      plan,
      until: until ?? 'for ever',
      reason,
      by: grantedBy,
      at: grantedAt,
      'taken back': revoked ? `${revoked.at} by ${revoked.by}: ${revoked.reason}` : '',
    })),
  );
}
