import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const DAY_MS = 86_400_000;
const VALID_DAYS = 180;
/** The most accounts that one browser is known for. */
const MOST_ACCOUNTS = 5;
const BETWEEN = '~';
const MARK = /^[\w-]{22}\.\d{1,6}\.[\w-]{43}$/;

interface DevicesOptions {
  secret: string;
  /** Our own public address, without a trailing slash. */
  baseUrl: string;
}

/**
 * Remembers, in a signed cookie, the accounts that a browser signed in to. A known device has its own count of wrong
 * passwords, so that strangers' guesses don't lock it out. (OWASP: device cookies.)
 */
export interface Devices {
  /** The device's name for this account; null: it never signed in there, or too long ago. */
  nameOf(cookies: string | undefined, email: string): string | null;
  /** A Set-Cookie header that adds the account to those that the browser is known for. */
  remember(cookies: string | undefined, email: string): string;
}

interface Mark {
  name: string;
  /** Days since 1970. */
  day: number;
}

export function createDevices({ secret, baseUrl }: DevicesOptions): Devices {
  // Below BASE_URL's path: a browser sends the cookie nowhere else.
  const { protocol, pathname } = new URL(`${baseUrl}/api/auth`);
  const tls = protocol === 'https:';
  const cookie = `${tls ? '__Secure-' : ''}billing.device`;
  const attributes = `Path=${pathname}; Max-Age=${(VALID_DAYS * DAY_MS) / 1000}; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;
  const today = () => Math.floor(Date.now() / DAY_MS);

  function sign({ name, day }: Mark, email: string): string {
    const account = email.trim().toLowerCase();
    const signature = createHmac('sha256', secret).update(`known device ${name} ${day} ${account}`).digest('base64url');
    return `${name}.${day}.${signature}`;
  }

  function read(text: string, email: string): Mark | null {
    const [name = '', day = ''] = text.split('.');
    const mark = { name, day: Number(day) };
    const isFresh = today() - mark.day < VALID_DAYS;
    return isFresh && isSame(text, sign(mark, email)) ? mark : null;
  }

  const marksIn = (cookies = '') => {
    const pair = cookies.split(';').find((each) => each.trim().startsWith(`${cookie}=`));
    return (pair?.trim().slice(cookie.length + 1) ?? '')
      .split(BETWEEN)
      .filter((text) => MARK.test(text))
      .slice(0, MOST_ACCOUNTS);
  };

  return {
    nameOf: (cookies, email) => marksIn(cookies).flatMap((text) => read(text, email)?.name ?? [])[0] ?? null,
    remember(cookies, email) {
      const marks = marksIn(cookies);
      const known = marks.find((text) => read(text, email));
      const name = (known && read(known, email)?.name) ?? randomBytes(16).toString('base64url');
      const others = marks.filter((text) => text !== known);
      const all = [sign({ name, day: today() }, email), ...others].slice(0, MOST_ACCOUNTS);
      return `${cookie}=${all.join(BETWEEN)}; ${attributes}`;
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
