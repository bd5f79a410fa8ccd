import { secretsOf } from './sandbox.ts';
import type { RunningService } from './service.ts';

type Asked = [path: string, fields: Record<string, string | number>];

const fifth = { name: 'Fifth', code: 'FIFTH', type: 'percentage', duration: 'forever' };
/** The calls that create a discount of a fifth on every invoice, by each provider's API. */
const codes: Record<string, Asked[]> = {
  alpha: [
    ['/v1/coupons', { id: 'fifth', percent_off: 20, duration: 'forever' }],
    ['/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'fifth', code: 'FIFTH' }],
  ],
  beta: [['/v1/discounts', { ...fifth, percentage: 20 }]],
  gamma: [['/v1/discounts/', { ...fifth, basis_points: 2_000 }]],
};

/** Creates the discount code FIFTH at the provider. */
export async function makeCode(service: RunningService, provider: string): Promise<void> {
  const { sandboxSecretKey: key } = secretsOf(service);
  for (const [path, fields] of codes[provider] ?? []) {
    const isForm = provider === 'alpha';
    const headers = {
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    };
    const form = () =>
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, `${value}`])).toString();
    const body = isForm ? form() : JSON.stringify(fields);
    const answer = await fetch(service.sandboxUrl + path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
}
