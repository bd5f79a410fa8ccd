import type { Fact, FactKind, ModelCustomer, ModelInvoice, ModelSubscription } from '../events/wire.ts';

const DAY = 86_400_000;
const periodOf = ({ interval }: Pick<ModelSubscription, 'interval'>) => (interval === 'year' ? 365 : 30) * DAY;

export type Deed =
  | { do: 'start'; trial: boolean; plan: ModelSubscription['plan']; interval: ModelSubscription['interval'] }
  | { do: 'changePlan'; which: number; plan: ModelSubscription['plan'] }
  | { do: 'renew' | 'fail' | 'recover' | 'scheduleCancel' | 'undo' | 'cancel'; which: number }
  | { do: 'changeEmail' }
  | { do: 'deleteCustomer' };

/** An action and its delay after the previous one, in milliseconds. */
export type Step = Deed & { after: number };

const MAX_SUBSCRIPTIONS = 3;

/**
 * A model of a provider with one customer. It applies the actions that are possible and records every fact for a
 * webhook.
 */
export class ModelCompany {
  readonly facts: Fact[] = [];
  readonly subscriptions: ModelSubscription[] = [];
  readonly invoices = new Map<string, ModelInvoice & { subscription: string }>();
  readonly customer: ModelCustomer;
  now: number;
  readonly #prefix: string;

  constructor(prefix: string, now: number) {
    this.#prefix = prefix;
    this.now = now;
    const email = `${prefix}@example.com`;
    this.customer = { id: `cus_${prefix}`, userId: `user_${prefix}`, email, deletedAt: null };
    this.#tell('customer.created');
  }

  live(steps: readonly Step[]): this {
    for (const step of steps) {
      this.now += step.after;
      if (this.customer.deletedAt === null) this.#do(step);
    }
    return this;
  }

  #do(step: Step): void {
    if (step.do === 'start') this.#start(step);
    else if (step.do === 'changeEmail') this.#changeEmail();
    else if (step.do === 'deleteCustomer') this.#deleteCustomer();
    else this.#doToOne(step);
  }

  #doToOne(step: Extract<Step, { which: number }>): void {
    const live = this.subscriptions.filter(({ status }) => status !== 'canceled');
    const sub = live[step.which % Math.max(live.length, 1)];
    if (!sub) return;
    const pastDue = sub.status === 'past_due';
    if (step.do === 'changePlan') this.#change(sub, { plan: step.plan });
    else if (step.do === 'scheduleCancel') this.#change(sub, { cancelAtPeriodEnd: true, canceledAt: this.now });
    else if (step.do === 'undo') this.#change(sub, { cancelAtPeriodEnd: false, canceledAt: null });
    else if (step.do === 'cancel') this.#end(sub);
    else if (step.do === 'recover' && pastDue) this.#recover(sub);
    else if (step.do === 'fail' && !pastDue) this.#fail(sub);
    else if (step.do === 'renew' && !pastDue) this.#renew(sub);
  }

  #start({ trial, plan, interval }: Deed & { do: 'start' }): void {
    if (this.subscriptions.length === MAX_SUBSCRIPTIONS) return;
    const now = this.now;
    const end = now + (trial ? 14 * DAY : periodOf({ interval }));
    const sub: ModelSubscription = {
      id: `sub_${this.#prefix}_${this.subscriptions.length}`,
      plan,
      interval,
      status: trial ? 'trialing' : 'active',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      trialStart: trial ? now : null,
      trialEnd: trial ? end : null,
      periodStart: now,
      periodEnd: end,
    };
    this.subscriptions.push(sub);
    this.#tell('created', sub);
    if (!trial) this.#tell('paid', sub, this.#invoice(sub, true));
  }

  #change(sub: ModelSubscription, changes: Partial<ModelSubscription>): void {
    Object.assign(sub, changes);
    this.#tell('updated', sub);
  }

  #renew(sub: ModelSubscription): void {
    this.#change(sub, { status: 'active', periodStart: sub.periodEnd, periodEnd: sub.periodEnd + periodOf(sub) });
    this.#tell('paid', sub, this.#invoice(sub, true));
  }

  #fail(sub: ModelSubscription): void {
    this.#change(sub, { status: 'past_due', periodStart: sub.periodEnd, periodEnd: sub.periodEnd + periodOf(sub) });
    this.#tell('failed', sub, this.#invoice(sub, false));
  }

  #recover(sub: ModelSubscription): void {
    this.#change(sub, { status: 'active' });
    const open = [...this.invoices.values()].find(({ subscription, paid }) => subscription === sub.id && !paid);
    if (open) this.#tell('paid', sub, Object.assign(open, { paid: true }));
  }

  #end(sub: ModelSubscription): void {
    Object.assign(sub, { status: 'canceled', cancelAtPeriodEnd: false, canceledAt: this.now });
    this.#tell('deleted', sub);
  }

  #changeEmail(): void {
    // The order of two addresses with the same second could not be decided.
    this.now += 1_000;
    this.customer.email = `${this.#prefix}.${this.facts.length}@example.com`;
    this.#tell('customer.updated');
    this.now += 1_000;
  }

  #deleteCustomer(): void {
    for (const sub of this.subscriptions) if (sub.status !== 'canceled') this.#end(sub);
    this.customer.deletedAt = this.now;
    this.#tell('customer.deleted');
  }

  #invoice(sub: ModelSubscription, paid: boolean): ModelInvoice {
    const invoice = { id: `in_${this.#prefix}_${this.invoices.size}`, paid, subscription: sub.id };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  #tell(kind: FactKind, sub?: ModelSubscription, invoice?: ModelInvoice): void {
    const id = `evt_${this.#prefix}_${this.facts.length}`;
    const said = { subscription: sub && { ...sub }, invoice: invoice && { id: invoice.id, paid: invoice.paid } };
    this.facts.push({ id, at: this.now, kind, customer: { ...this.customer }, ...said });
  }
}
