import { expect, it } from 'vitest';
import type { OrganisationView } from '../trpc.ts';
import { organisationFacts } from './organisation.ts';
import { statedAt as at, statedNow as now, statedSubscription } from './statement/sample.ts';

const covers = ['starter', 'pro'];
const access = { plan: 'pro', reason: 'active', until: at(30), seats: 5, covers } as const;
type Billing = NonNullable<OrganisationView['billing']>;
const live = [{ ...statedSubscription({ seats: 5, amount: '49.50' }), id: 'sub', currency: 'usd' }] as Billing['live'];

it('who pays for it reads what it costs, for how many seats, and when', () => {
  const billing: Billing = { live, awaited: [], latest: null, asked: true };
  const { used, paid } = organisationFacts({ id: 'org:acme', access, billing }, now);
  expect([used, paid[0]?.seats]).toEqual(['pro', 5]);
  expect(paid[0]?.statement).toMatchObject({
    kind: 'active',
    payer: 'organisation',
    next: { kind: 'charge', at: at(30), amount: '49.50', seats: 5 },
  });
});

it('a lower plan whose money went back is had by the higher one', () => {
  const use = { usable: false, reason: 'refunded', until: null, failedAt: null } as const;
  const [starter] = live.map((each) => ({ ...each, plan: 'starter', paid: { ...each.paid, plan: 'starter' }, use }));
  const billing: Billing = { live: starter ? [starter] : [], awaited: [], latest: null, asked: true };
  const [paid] = organisationFacts({ id: 'org:acme', access, billing }, now).paid;
  expect(paid?.statement).toMatchObject({ kind: 'active', use: { usable: true, reason: 'active', until: at(30) } });
});

it('another member reads what can be used, and no amounts', () => {
  expect(organisationFacts({ id: 'org:acme', access, billing: null }, now)).toEqual({
    used: 'pro',
    paid: [],
    hasNothing: false,
  });
  const nothing = { ...access, plan: 'free', reason: 'none', covers: [] as string[] } as const;
  const facts = organisationFacts({ id: 'org:acme', access: nothing, billing: null }, now);
  expect(facts).toEqual({ used: null, paid: [], hasNothing: false });
});

it.each([true, false])('that it has nothing is said only after the providers were asked: %s', (asked) => {
  const nothing = { ...access, plan: 'free', reason: 'none', covers: [] as string[] } as const;
  const billing: Billing = { live: [], awaited: [], latest: null, asked };
  expect(organisationFacts({ id: 'org:acme', access: nothing, billing }, now).hasNothing).toBe(asked);
});
