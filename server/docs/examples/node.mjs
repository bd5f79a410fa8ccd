/** Signs up, starts a checkout and reads the subscription. usage: node node.mjs http://localhost:3000 ada@example.com */
const [base, email] = process.argv.slice(2);

async function call(path, { token, body } = {}) {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.error ?? answer.message}`);
  return { answer, token: response.headers.get('set-auth-token') };
}

const account = { name: 'Ada', email, password: 'correct horse battery' };
const { token } = await call('/api/auth/sign-up/email', { body: account });
const checkout = await call('/api/payments/checkout', { token, body: { plan: 'pro' } });
console.log(JSON.stringify(checkout.answer)); // send the person to url
const current = await call('/api/payments/subscription', { token });
console.log(JSON.stringify(current.answer)); // {"subscription":null} until the payment's webhook came
