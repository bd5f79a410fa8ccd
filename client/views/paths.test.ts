import { describe, expect, it } from 'vitest';
import { accountPath, checkoutReturns, planOfPath, pricingPath, readInterval, safePath } from './paths.ts';

describe('safePath', () => {
  it.each([
    ['/pricing?plan=pro&interval=year#x', '/pricing?plan=pro&interval=year#x'],
    ['/', '/'],
    ['/a/../dashboard', '/dashboard'],
  ])('keeps %s', (wanted, path) => {
    expect(safePath(wanted)).toBe(path);
  });

  it.each([
    null,
    '',
    'dashboard',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '///evil.example',
  ])('refuses %j', (wanted) => {
    expect(safePath(wanted)).toBe('/dashboard');
  });
});

describe('addresses', () => {
  it('returns from the account page to the same plan and interval', () => {
    const path = accountPath('sign-up', pricingPath('pro', 'year'));
    const next = new URL(path, 'https://x.example').searchParams.get('next');
    expect(safePath(next)).toBe('/pricing?plan=pro&interval=year');
    expect(planOfPath(safePath(next))).toBe('pro');
    expect(planOfPath('/dashboard?plan=pro')).toBeNull();
  });

  it('omits default values', () => {
    expect(pricingPath(null, 'month')).toBe('/pricing');
    expect(pricingPath('pro', 'month')).toBe('/pricing?plan=pro');
    expect(pricingPath('team', 'year', 3)).toBe('/pricing?plan=team&interval=year&seats=3');
    expect(accountPath('sign-in', '/', true)).toBe('/sign-in?next=%2F&ended=1');
  });

  it('keeps the chosen plan after a canceled checkout', () => {
    expect(checkoutReturns('pro', 'year')).toEqual({
      successUrl: '/dashboard?checkout=success',
      cancelUrl: '/pricing?plan=pro&interval=year&checkout=canceled',
    });
    expect(checkoutReturns('team', 'month', 3).cancelUrl).toBe('/pricing?plan=team&seats=3&checkout=canceled');
    expect(checkoutReturns('pro', 'one_time').successUrl).toBe('/dashboard?checkout=success&kind=one_time');
  });

  it.each([
    [null, 'month'],
    ['month', 'month'],
    ['year', 'year'],
    ['one_time', 'one_time'],
    ['decade', 'month'],
  ])('reads the interval %s as %s', (value, interval) => {
    expect(readInterval(value)).toBe(interval);
  });
});
