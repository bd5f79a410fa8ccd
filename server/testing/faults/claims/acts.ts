import type { CompanyProcess } from '../parts/sandbox.ts';
import type { Random } from '../random.ts';
import { type Browser, type Site, tokenMailed, visit, whoAmI } from './person.ts';

/** Two people who claim one address: only the owner reads its mailbox. */
export interface Two {
  site: Site;
  company: CompanyProcess;
  random: Random;
  address: string;
  /** The owner has two devices; any of them may have an account of its own. */
  owners: [Browser, Browser];
  stranger: Browser;
  /** Subscriptions at the provider, by who paid for them. */
  paid: Map<string, 'owner' | 'stranger'>;
  /** Told for the report. */
  told: string[];
}

export type Act = (two: Two, browser: Browser) => Promise<void>;

const post = ({ site }: Two, browser: Browser, { path, ...body }: { path: string; [field: string]: unknown }) =>
  visit([site, browser], `/api/auth/${path}`, body);

const signUp: Act = async (two, browser) => {
  if (await whoAmI(two.site, browser)) return;
  await post(two, browser, { path: 'sign-up/email', name: 'A', email: two.address, password: browser.password });
};

const signIn: Act = async (two, browser) => {
  if (await whoAmI(two.site, browser)) return;
  await post(two, browser, { path: 'sign-in/email', email: two.address, password: browser.password });
};

const buy: Act = async (two, browser) => {
  if (!(await whoAmI(two.site, browser))) return;
  const { status, body } = await visit([two.site, browser], '/api/payments/checkout', { plan: 'pro' });
  const { sessionId } = body as { sessionId?: string };
  if (status !== 200 || !sessionId) return;
  const path = `checkouts/${sessionId}/pay`;
  const paid = await two.company.control<{ subscriptionId?: string }>('POST', path, {}).catch(() => null);
  if (paid?.subscriptionId) two.paid.set(paid.subscriptionId, browser === two.stranger ? 'stranger' : 'owner');
  await two.company.control('POST', 'settle', { timeoutMs: 20_000 });
};

const changeTo: Act = async (two, browser) => {
  const me = await whoAmI(two.site, browser);
  if (!me) return;
  const newEmail = two.random.pick([two.address, `other-${two.address}`]);
  await (me.emailVerified
    ? post(two, browser, { path: 'change-address', newEmail, password: browser.password })
    : post(two, browser, { path: 'correct-address', newEmail }));
};

const remove: Act = async (two, browser) => {
  await post(two, browser, { path: 'delete-user', password: browser.password });
};

/** Confirms whatever link came last to the address, in this browser's session. */
const verify: Act = async (two, browser) => {
  const token = await tokenMailed(two.site, two.address, 'verify-address');
  if (token) await post(two, browser, { path: 'verify-address', token });
};

export const reset: Act = async (two, browser) => {
  await post(two, browser, { path: 'request-password-reset', email: two.address });
  const token = await tokenMailed(two.site, two.address, 'reset-password');
  const newPassword = `a new battery ${two.random.below(1_000_000)}`;
  if (!token) return;
  const { status } = await post(two, browser, { path: 'reset-password', token, newPassword });
  if (status !== 200) return;
  for (const own of two.owners) own.password = newPassword;
  await signIn(two, browser);
};

/** With how often each is done signed out and signed in: most orders are to have something bought before a proof. */
const acts = {
  signUp: { act: signUp, weights: [6, 0] },
  signIn: { act: signIn, weights: [3, 0] },
  buy: { act: buy, weights: [0, 6] },
  changeTo: { act: changeTo, weights: [0, 1.5] },
  // A deletion ends most of what could go wrong.
  remove: { act: remove, weights: [0, 0.3] },
  verify: { act: verify, weights: [0.3, 1] },
  reset: { act: reset, weights: [0.7, 0.7] },
} as const;

const WITH_THE_MAILBOX = new Set<string>(['verify', 'reset']);

/** What a browser does next; a stranger's never needs the mailbox. */
export async function nextAct(two: Two, browser: Browser): Promise<{ name: string; act: Act }> {
  const state = (await whoAmI(two.site, browser)) ? 1 : 0;
  const possible = Object.entries(acts)
    .filter(([name]) => browser !== two.stranger || !WITH_THE_MAILBOX.has(name))
    .map(([name, { act, weights }]) => ({ name, act, weight: weights[state] }));
  let left = two.random.next() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const choice of possible) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  throw new Error('No act is possible');
}
