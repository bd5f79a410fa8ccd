import { execFile } from 'node:child_process';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An adopter's app, as a chapter's steps describe it: a login, a button that sells, a page behind the gate. */
export interface HostOptions {
  port: number;
  /** The service's own address. */
  billingUrl: string;
  key: string;
  /** A token of the login, for whoever signs in. */
  token(): Promise<string>;
  /** Of the login: read by the service's pages, too; null: they aren't shown. */
  cookie: string | null;
  /** What the app's server sends in order to learn what somebody may use. */
  credentials(token: string, cookie: string): Record<string, string>;
  /** The printed command that sells; null: the browser calls the service itself, with its cookie. */
  sell: string | null;
  /** The service lives below this path of the app, behind its proxy; empty: it doesn't. */
  path: string;
}

export interface HostApp {
  close(): Promise<void>;
}

export async function startHostApp(options: HostOptions): Promise<HostApp> {
  const { billingUrl, path } = options;
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (path !== '' && (url === path || url.startsWith(`${path}/`))) return pass(billingUrl, request, response);
    answer(options, request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return { close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()) };
}

/** The proxy before app and service, which passes the path on. */
function pass(billingUrl: string, request: IncomingMessage, response: ServerResponse): void {
  const { url, method, headers } = request;
  const passed = forward(`${billingUrl}${url}`, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

async function answer(options: HostOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.invalid');
  const { billingUrl, key, cookie, sell } = options;
  if (pathname === '/sign-in') {
    const back = searchParams.get('return_to') ?? '/';
    const kept = `${cookie ?? 'app_session'}=${await options.token()}; Path=/; HttpOnly; SameSite=Lax`;
    return void response.writeHead(303, { location: back, 'set-cookie': kept }).end();
  }
  const token = tokenIn(request, cookie ?? 'app_session');
  if (pathname === '/buy' && sell !== null) {
    const variables = { BILLING_URL: billingUrl, BILLING_KEY: key, TOKEN: token };
    const { stdout } = await run('bash', ['-euc', sell], { env: { ...process.env, ...variables } });
    return void response.writeHead(303, { location: (JSON.parse(stdout) as { url: string }).url }).end();
  }
  if (pathname === '/' || pathname === '/dashboard') {
    const headers = options.credentials(token, request.headers.cookie ?? '');
    const asked = await fetch(`${billingUrl}/api/payments/access`, { headers });
    const { access } = (await asked.json()) as { access?: { plan: string } };
    return void response.setHeader('content-type', 'text/html').end(page(access?.plan ?? 'nothing', options));
  }
  response.writeHead(404).end();
}

const tokenIn = ({ headers }: IncomingMessage, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';

const page = (plan: string, { sell, path }: HostOptions) => `<!doctype html><html lang="en"><title>App</title>
<link rel="icon" href="data:,"><h1>You have ${plan}</h1>${
  sell === null
    ? '<button id="own">Buy Pro</button>'
    : '<form method="post" action="/buy"><button>Buy Pro</button></form>'
}<script type="module">
document.querySelector('#own')?.addEventListener('click', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"plan":"pro"}' };
  location.assign((await (await fetch('${path}/api/payments/checkout', init)).json()).url);
});
</script></html>`;
