import type { Market } from '../../parts/market.ts';
import { SECRET_KEY } from '../../parts/service.ts';

type Call = [path: string, fields: Record<string, string | number>];

const alphaCode = (code: string, coupon: Record<string, string | number>): Call[] => [
  ['/v1/coupons', { id: code, ...coupon }],
  ['/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': code, code }],
];
const terms = {
  ALWAYS: { duration: 'forever' },
  AUTUMN: { duration: 'repeating', duration_in_months: 3 },
  ONCE: { duration: 'once' },
} as const;
const percents: Record<keyof typeof terms, number> = { ALWAYS: 20, AUTUMN: 50, ONCE: 30 };

export const codes = Object.keys(terms) as (keyof typeof terms)[];

/** Creates the discounts at the provider, each with its own API. */
export async function makeCodes({ provider, companyUrl }: Market): Promise<void> {
  const calls: Call[] = codes.flatMap((code) => {
    const [percent, duration] = [percents[code], terms[code]];
    if (provider === 'alpha') return alphaCode(code, { percent_off: percent, ...duration });
    const named = { name: code, code, type: 'percentage', ...duration };
    if (provider === 'beta') return [['/v1/discounts', { ...named, percentage: percent }]];
    return [['/v1/discounts/', { ...named, basis_points: percent * 100 }]];
  });
  for (const [path, fields] of calls) {
    const headers = {
      authorization: `Bearer ${SECRET_KEY}`,
      'x-api-key': SECRET_KEY,
      'content-type': provider === 'alpha' ? 'application/x-www-form-urlencoded' : 'application/json',
    };
    const form = Object.entries(fields).map(([name, value]) => [name, `${value}`]);
    const body = provider === 'alpha' ? new URLSearchParams(form).toString() : JSON.stringify(fields);
    const answer = await fetch(companyUrl + path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
}
