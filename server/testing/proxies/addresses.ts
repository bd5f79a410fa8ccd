import { post } from '../faults/parts/deliveries.ts';

const headersFor = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address });

/** Signs in `times` times with a new forged `x-forwarded-for` each. Resolves to the number of refused attempts. */
export async function signInsRefused(url: string, times: number): Promise<number> {
  let refused = 0;
  for (let number = 1; number <= times; number += 1) {
    const body = JSON.stringify({ email: `nobody${number}@example.com`, password: 'correct horse battery' });
    const { status } = await post(`${url}/api/auth/sign-in/email`, {
      body,
      headers: headersFor(`203.0.113.${number}`),
    });
    if (status === 429) refused += 1;
  }
  return refused;
}
