import type { GrantEffect } from '../../../../billing/access/grants/grantEffect.ts';
import type { GrantView } from '../../../../billing/access/grants/grants.ts';
import type { Market } from '../../parts/market.ts';
import type { Random } from '../../random.ts';
import type { Findings } from '../findings.ts';
import { bestOf, lastOf } from '../model/best.ts';
import { type Account, DAY, type Grant, isOver, type Memory, rankOf, realityOf } from '../model/books.ts';
import type { People } from './people.ts';

interface Office {
  market: Market;
  people: People;
  random: Random;
  owner: string;
  /** With the grants so far. */
  account: Account;
  memory: Memory;
  findings: Findings;
}

/** Gives a plan as an operator does, and compares what the operators' page says of it beforehand. */
export async function give({ market, people, random, owner, account, memory, findings }: Office): Promise<void> {
  const plan = random.pick(['starter', 'pro', 'enterprise']);
  const days = random.pick([3, 20, 90, null]);
  const until = days === null ? null : account.now + days * DAY;
  const planned = { userId: owner, plan, until: until && new Date(until).toISOString() };
  const operator = await people.operator();
  const [effect] = await market.query<[GrantEffect]>(operator, { 'operator.grantEffect': planned });
  compareEffect(findings, { effect, account, memory }, { plan, until });
  const { id } = await market.mutate<GrantView>(operator, 'operator.grant', { ...planned, reason: 'a goodwill' });
  account.grants.push({ id, plan, until });
}

/** null: there is none. */
export async function takeBack({ market, people, random, account }: Office): Promise<true | null> {
  const grant = account.grants[random.below(account.grants.length)];
  if (!grant) return null;
  const operator = await people.operator();
  await market.mutate(operator, 'operator.endGrant', { id: grant.id, reason: 'it was enough' });
  account.grants.splice(account.grants.indexOf(grant), 1);
  return true;
}

interface Foreseen {
  effect: GrantEffect;
  account: Account;
  memory: Memory;
}

function compareEffect(
  findings: Findings,
  { effect, account, memory }: Foreseen,
  { plan, until }: Omit<Grant, 'id'>,
): void {
  const realities = account.subscriptions.map((sold) => ({ sold, reality: realityOf(account, memory, sold) }));
  const best = bestOf(
    account,
    realities.map(({ reality }) => reality),
  );
  const goesOn = realities.filter(({ sold }) => !isOver(sold) && sold.status !== 'paused' && sold.cancelAt === null);
  const bills = goesOn.map(
    ({ sold, reality }) => `${reality.plan} ${sold.status === 'trialing' ? 'trial' : 'charged'}`,
  );
  const said = effect.goesOn.map((each) => `${each.plan} ${each.bill}`);
  findings.same('a grant leaves', `${said.toSorted()}`, `${bills.toSorted()}`);
  findings.same('had without the grant', effect.had.plan, best.plan);
  const isLasting = goesOn.some(
    ({ sold, reality }) => reality.gives && sold.status !== 'past_due' && rankOf(reality.plan) >= rankOf(plan),
  );
  const outlasts = (until ?? Number.POSITIVE_INFINITY) > lastOf(best);
  const covered = !isLasting && outlasts ? 'later' : 'none';
  findings.same('a grant changes', effect.access, rankOf(best.plan) < rankOf(plan) ? 'raised' : covered);
}
