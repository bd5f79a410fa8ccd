import { BillingError, type Call } from './call.ts';
import type { Access, AccessAnswer } from './generated/types.ts';

export interface AccessOptions {
  /**
   * Decides while billing is away and no answer of it holds any more. `last` is the newest one that this program got,
   * however old. Absent: `access` rejects, and the caller decides.
   */
  whileAway?(last: Access | undefined, error: BillingError): Access | Promise<Access>;
  /** Users whose last answer is remembered. Default: 10,000. */
  remember?: number;
}

export interface AccessResult {
  access: Access;
  /** `billing`: its present answer. `held`: its last one, whose token has not ended. `chosen`: that of `whileAway`. */
  source: 'billing' | 'held' | 'chosen';
  /** The signed answer for `verifyAccess` elsewhere; absent: `chosen`. */
  token?: string;
}

/** The newest answer about one user. */
export interface HeldAccess {
  answer: AccessAnswer;
  etag: string | null;
  /** Unix milliseconds. */
  endsAt: number;
}

interface AccessQuestion extends AccessOptions {
  call: Call;
  headers: Record<string, string>;
  held: Map<string, HeldAccess>;
  name: string;
}

/** The answer of billing, or else one that still holds: until its token's `exp`, which never exceeds `endsAt`. */
export async function currentAccess({
  call,
  headers,
  held,
  name,
  whileAway,
  remember = 10_000,
}: AccessQuestion): Promise<AccessResult> {
  const known = held.get(name);
  try {
    const condition: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {};
    const { status, etag, body } = await call({ path: '/api/payments/access', headers: { ...headers, ...condition } });
    const answer = status === 304 && known ? known.answer : (body as AccessAnswer);
    keep({ held, name, remember }, { answer, etag, endsAt: expiryOf(answer.token) });
    return { ...answer, source: 'billing' };
  } catch (error) {
    if (!(error instanceof BillingError) || !error.isAway) throw error;
    if (known && Date.now() < known.endsAt) return { ...known.answer, source: 'held' };
    if (!whileAway) throw error;
    return { access: await whileAway(known?.answer.access, error), source: 'chosen' };
  }
}

/** The newest last, so that the first is the one that was asked about longest ago. */
function keep(
  { held, name, remember }: { held: AccessQuestion['held']; name: string; remember: number },
  one: HeldAccess,
): void {
  held.delete(name);
  held.set(name, one);
  const oldest = held.size > remember ? held.keys().next().value : undefined;
  if (oldest !== undefined) held.delete(oldest);
}

/** Of a token that came from billing itself: unverified. */
function expiryOf(token: string): number {
  const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { exp } = JSON.parse(atob(body)) as { exp: number };
  return exp * 1_000;
}
