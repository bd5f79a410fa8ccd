import assert from 'node:assert/strict';
import { createServer } from 'node:http';

export const url = process.env.SANDBOX_URL;
export const key = 'sk_sandbox_alone_0123456789';
export const secret = 'whsec_sandbox_alone_0123456789';
export { assert };

/** A call of the control API. */
export async function control(path, body = {}) {
  const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
}

/** What the control API tells. */
export async function read(path) {
  return (await fetch(`${url}/_sandbox/${path}`, { headers: { 'x-sandbox': '1' } })).json();
}

/** A receiver of webhooks, which passes each to `check` and answers 400 if it throws. */
export async function receive(check) {
  const received = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks);
      try {
        received.push(await check(body, request.headers));
        response.end('{}');
      } catch (error) {
        console.error(error);
        response.writeHead(400).end();
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${server.address().port}/`, received };
}

export async function settled() {
  const state = await control('settle', { timeoutMs: 20_000 });
  assert.ok(state.settled, JSON.stringify(state));
}

/** Makes an account with better-auth. @returns its session's cookie. */
export async function signUp(auth) {
  const body = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
  const { headers } = await auth.api.signUpEmail({ body, asResponse: true });
  const cookies = headers.getSetCookie().map((each) => each.split(';')[0]);
  return cookies.join('; ');
}
