import { describe, expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('deviceOf', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 OPR/120.0`, 'Opera', 'Windows'],
    [`Mozilla/5.0 (Linux; Android 15) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox', 'macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari', 'iOS'],
  ])('recognizes browser and system of %s', (userAgent, browser, system) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system });
  });

  it.each([null, undefined, '', 'node', 'curl/8.5.0'])('returns null for %j', (userAgent) => {
    expect(deviceOf(userAgent)).toBeNull();
  });
});
