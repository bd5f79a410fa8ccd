import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostApp {
  url: string;
  /** What its server knows: the service's address, and who is signed in. */
  knows: { service: string; userId: string };
  close(): Promise<void>;
}

/** An app on another origin, whose page calls the service with a token that its own server asks for. */
export async function startHostApp(key: string): Promise<HostApp> {
  const server = createServer(async (request, response) => {
    const { service, userId } = host.knows;
    if (request.url !== '/token') return void response.setHeader('content-type', 'text/html').end(page(service));
    const granted = await fetch(`${service}/api/payments/embed-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-user-id': userId, 'content-type': 'application/json' },
      body: JSON.stringify({ origin: host.url, can: 'change' }),
    });
    response.writeHead(granted.status, { 'content-type': 'application/json' }).end(await granted.text());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const host: HostApp = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    knows: { service: '', userId: '' },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return host;
}

/** The function `billing` is the one that `server/docs/api.md` prints. */
const page = (service: string) => `<!doctype html><html lang="en"><title>Host app</title><link rel="icon" href="data:,">
<main><h1>Host app</h1><p id="plan"></p></main><script type="module">
const { token } = await (await fetch('/token')).json();
const billing = (path, init = {}) =>
  fetch('${service}/api/payments/' + path, {
    ...init,
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
  }).then((answer) => answer.json());
const send = (path, body) => billing(path, { method: 'POST', body: JSON.stringify(body) });
const show = async () => {
  const { access } = await billing('access');
  const { subscription } = await billing('subscription');
  document.querySelector('#plan').textContent =
    'You have ' + access.plan + (subscription?.cancelAtPeriodEnd ? ', which ends' : '');
  return subscription;
};
const add = (text, act) => {
  const button = Object.assign(document.createElement('button'), { textContent: text, onclick: act });
  document.querySelector('main').append(button);
};
const subscription = await show();
const back = location.origin + '/';
for (const { name } of (await billing('plans')).plans.filter(({ name }) => name !== 'free'))
  add('Take ' + name, async () => {
    if (subscription) await send('change', { plan: name }).then(show);
    else location.assign((await send('checkout', { plan: name, successUrl: back, cancelUrl: back })).url);
  });
if (subscription) add('Cancel', () => send('change', { kind: 'cancel_at_period_end' }).then(show));
</script></html>`;
