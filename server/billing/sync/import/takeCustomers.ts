import type { AccountCustomer, Page } from '../../../adapters/adapter.ts';
import type { Customer } from '../../../database/generated/client.ts';
import { isNobody } from '../../records/nobody.ts';
import { recordId } from '../../records/recordId.ts';
import { inTurns } from '../adopt/inTurns.ts';
import type { CustomerDrift } from '../reconcile/compareCustomer.ts';
import { pageStep } from '../reconcile/pageStep.ts';
import { recordCustomer } from '../reconcile/recordCustomer.ts';
import { nothing, type Step, type Visited } from '../reconcile/step.ts';
import type { ImportContext } from './importContext.ts';
import { type Owner, ownersOf } from './owners.ts';

/** All customers of the account: those with an owner are recorded, the others named with the reason. */
export function takeCustomersStep(context: ImportContext): Step<Page<AccountCustomer>> {
  const { adapter } = context;
  return pageStep({
    name: 'customers',
    read: (cursor) => adapter.listAccountCustomers({ cursor }),
    visit: (items) => takePage(context, items),
  });
}

async function takePage(context: ImportContext, items: readonly AccountCustomer[]): Promise<Visited> {
  const { billing, adapter, input } = context;
  const idOf = ({ providerCustomerId }: AccountCustomer) => recordId('customer', adapter.provider, providerCustomerId);
  const records = await billing.database.prisma.customer.findMany({ where: { id: { in: items.map(idOf) } } });
  const known = new Map(records.map((record) => [record.id, record]));
  const owners = await ownersOf(billing, items, input);
  const drifts: CustomerDrift[] = [];
  let owned = 0;
  await inTurns(items, async (customer) => {
    const owner = owners.get(customer.providerCustomerId);
    if (!owner) return;
    const found = await take(context, { customer, owner, record: known.get(idOf(customer)) });
    if (found.class !== 'no_owner') owned += 1;
    if (found.class !== null) drifts.push({ ...found, class: found.class, providerSubscriptionId: '' });
  });
  return { ...nothing, customers: owned, drifts };
}

const UNDONE = 'its link was undone: billing link gives it to a user';

interface Match {
  customer: AccountCustomer;
  owner: Owner;
  record: Customer | undefined;
}

type Taken = Omit<CustomerDrift, 'class' | 'providerSubscriptionId'> & { class: CustomerDrift['class'] | null };

async function take(context: ImportContext, { customer, owner, record }: Match): Promise<Taken> {
  const { providerCustomerId } = customer;
  const place = { providerCustomerId, fixed: false, ours: record?.userId ?? null, theirs: null };
  if (record) return { ...place, userId: record.userId, ...(await compareOwner(context, record, owner)) };
  if (owner.kind !== 'owner') {
    if (owner.kind === 'expected' && context.fix) await expect(context, providerCustomerId, owner.email);
    return { ...place, class: 'no_owner', userId: null, theirs: owner.reason };
  }
  const { userId, assigned } = owner;
  context.owners.set(providerCustomerId, userId);
  if (context.fix) await create(context, customer, { userId, assigned });
  return { ...place, class: 'missing_here', userId, fixed: context.fix };
}

/** An owner in our records stays; `billing move` is what changes it. */
async function compareOwner(context: ImportContext, record: Customer, owner: Owner) {
  if (isNobody(record.userId)) return { class: 'no_owner', userId: null, ours: null, theirs: UNDONE } as const;
  const wanted = wantedBy(owner);
  if (wanted === null) return { class: null };
  if (wanted !== record.userId && !(await mayProve(context, record, wanted)))
    return { class: 'customer', theirs: wanted } as const;
  if (wanted === record.userId && context.fix && !record.assigned) await assign(context.billing, record.id);
  return { class: null };
}

/** Whom the operator named: a user or an address. null: nobody. */
function wantedBy(owner: Owner): string | null {
  if (owner.kind === 'owner') return owner.assigned ? owner.userId : null;
  return owner.kind === 'expected' ? owner.email : (owner.wanted ?? null);
}

/** The address is the owner's, though not proven; a foreign login alone knows whose it is. */
async function mayProve({ billing }: ImportContext, { userId, assigned }: Customer, email: string): Promise<boolean> {
  if (!billing.hasAccounts) return assigned && email.includes('@');
  return (await billing.database.prisma.user.count({ where: { id: userId, email } })) > 0;
}

async function create({ billing, adapter }: ImportContext, customer: AccountCustomer, owner: Assigned): Promise<void> {
  const { provider } = adapter;
  const { providerCustomerId, email } = customer;
  const { userId, assigned } = owner;
  const { id } = await recordCustomer(billing, { provider, providerCustomerId, userId, email: email ?? '' });
  if (assigned) await assign(billing, id);
}

interface Assigned {
  userId: string;
  assigned: boolean;
}

async function assign({ database }: ImportContext['billing'], id: string): Promise<void> {
  await database.prisma.customer.updateMany({ where: { id, assigned: false }, data: { assigned: true } });
}

async function expect({ billing, adapter }: ImportContext, providerCustomerId: string, email: string): Promise<void> {
  const key = { provider: adapter.provider, providerCustomerId };
  await billing.database.prisma.expectedOwner.upsert({
    where: { provider_providerCustomerId: key },
    create: { ...key, email },
    update: { email },
  });
}
