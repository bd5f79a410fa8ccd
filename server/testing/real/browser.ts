import { type Browser, chromium, type Frame, type Locator, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../../e2e/browser.ts';

/** An address that does not exist; that the browser is led there is enough. */
export const SUCCESS_URL = 'https://paid.example.com/done';
export const CARDS = { works: '4242424242424242', declined: '4000000000000002' } as const;

const WAIT_MS = 60_000;
const EVERY_MS = 250;
/** On Ctrl-C our own handler cleans up: the browser's handlers are off. */
const OURS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** The names of checkout pages' fields; a provider may put them into frames. */
const fieldNames = {
  email: ['email'],
  number: ['cc-number', 'cardNumber', 'cardnumber', 'number'],
  expiry: ['cc-exp', 'cardExpiry', 'exp-date', 'expiry'],
  cvc: ['cc-csc', 'cardCvc', 'cvc'],
  holder: ['cc-name', 'billingName', 'customer_name'],
  postalCode: ['postal-code', 'billingPostalCode', 'postalCode'],
} as const;

const selectorOf = (names: readonly string[]) =>
  names.flatMap((name) => [`input[autocomplete="${name}"]`, `input[name="${name}"]`]).join(', ');

interface Payment {
  url: string;
  email: string;
  number: string;
  signal: AbortSignal;
}

/** Pays on the provider's hosted page, for providers whose API has no payments. */
export async function payInBrowser({ url, email, number, signal }: Payment): Promise<'paid' | 'declined'> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments, ...OURS });
  const stop = () => void browser.close();
  signal.addEventListener('abort', stop);
  try {
    return await pay(browser, { url, email, number });
  } finally {
    signal.removeEventListener('abort', stop);
    await browser.close();
  }
}

async function pay(browser: Browser, { url, email, number }: Omit<Payment, 'signal'>): Promise<'paid' | 'declined'> {
  const page = await browser.newPage({ locale: 'en-US' });
  // Not every browser shows the address of a page that it can't load.
  let isPaid = false;
  page.on('request', (request) => {
    isPaid ||= request.url().startsWith(SUCCESS_URL);
  });
  await page.goto(url);
  const values = { email, number, expiry: '12 / 34', cvc: '123', holder: 'Test Person', postalCode: '10115' };
  await until(() => find(page, selectorOf(fieldNames.number)), 'no field for a card');
  for (const [name, names] of Object.entries(fieldNames)) {
    const found = await find(page, selectorOf(names));
    if (found) await found.fill(values[name as keyof typeof values]);
  }
  const submit = await find(page, 'button.primary, button[type="submit"]');
  if (!submit) throw new Error('The checkout page has no pay button');
  await submit.click();
  return until(async () => (isPaid ? 'paid' : refusalOf(page)), 'neither a success nor a refusal');
}

async function find(page: Page, selector: string): Promise<Locator | undefined> {
  for (const frame of page.frames()) {
    const found = await visibleIn(frame, selector);
    if (found) return found;
  }
  return undefined;
}

async function visibleIn(frame: Frame, selector: string): Promise<Locator | undefined> {
  const all = await frame
    .locator(selector)
    .all()
    .catch(() => []);
  for (const each of all) if (await each.isVisible().catch(() => false)) return each;
  return undefined;
}

async function refusalOf(page: Page): Promise<'declined' | undefined> {
  const texts = await Promise.all(page.frames().map((frame) => frame.textContent('body').catch(() => '')));
  return texts.some((text) => /declined/i.test(text?.replace(/Is declined/g, '') ?? '')) ? 'declined' : undefined;
}

async function until<T>(look: () => Promise<T | undefined>, problem: string): Promise<T> {
  const last = Date.now() + WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > last) throw new Error(`The checkout page has ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
