import type { Locator, Page, Route } from '@playwright/test';

export const FAILED_REQUEST = 'request-that-fails';

const headers = { 'x-request-id': FAILED_REQUEST, 'content-type': 'application/json' };

function failure(path: string) {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path };
  return { error: { message: 'Internal Server Error', code: -32603, data } };
}

/** Makes one procedure fail with 500 until the returned function is called; other procedures in its batch succeed. */
export async function failProcedure(page: Page, procedure: string): Promise<() => Promise<void>> {
  const asked = (url: URL) => url.pathname.replace('/api/trpc/', '').split(',');
  const isAsked = (url: URL) => url.pathname.startsWith('/api/trpc/') && asked(url).includes(procedure);
  const fail = async (route: Route) => {
    const names = asked(new URL(route.request().url()));
    const isAlone = names.every((name) => name === procedure);
    const answers = isAlone ? names : await (await route.fetch()).json();
    const json = names.map((name, index) => (name === procedure ? failure(name) : answers[index]));
    await route.fulfill({ status: isAlone ? 500 : 207, headers, json });
  };
  await page.route(isAsked, fail);
  return () => letThrough(page);
}

/** Makes a call of the accounts' API fail with 500 until the returned function is called. */
export async function failAccounts(page: Page, call: string): Promise<() => Promise<void>> {
  const address = `**/api/auth/${call}`;
  await page.route(address, (route) => route.fulfill({ status: 500, headers, json: { error: 'x' } }));
  return () => letThrough(page);
}

/** Repeats what failed, unless the first word of the page's stream did: then there is no button any more. */
export async function tryAgain(within: Locator): Promise<void> {
  const click = within.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 });
  await click.catch(() => undefined);
}

/** Removes every route of a page. Waits for requests under way: one answered after its route is gone fails the test. */
function letThrough(page: Page): Promise<void> {
  return page.unrouteAll({ behavior: 'wait' });
}
