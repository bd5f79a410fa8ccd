import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { packageRoot } from '../../settings/packageRoot.ts';
import type { TestApp } from '../app/app.ts';

const run = promisify(execFile);

/** Checks that a verifier of the documentation accepts a valid token, and rejects altered ones and another issuer's. */
export async function tryVerifier(app: TestApp, command: string, ...args: string[]): Promise<void> {
  const { cookie } = await app.signUp();
  const answer = await app.call('/api/payments/access', { headers: { cookie } });
  const { access, token } = (await answer.json()) as { access: object; token: string };
  const cwd = join(packageRoot(), 'server/docs/examples');
  const verify = (shown: string, base = app.url, ...issuer: string[]) =>
    run(command, [...args, base, shown, ...issuer], { cwd, timeout: 120_000 });
  expect(JSON.parse((await verify(token)).stdout)).toEqual(access);
  // Reached by another address than BASE_URL, which is the issuer.
  const inside = app.url.replace('127.0.0.1', 'localhost');
  expect(JSON.parse((await verify(token, inside, app.url)).stdout)).toEqual(access);
  await expect(verify(token, inside)).rejects.toThrow();
  await expect(verify(token, app.url, inside)).rejects.toThrow();
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, access: { plan: 'all' } })).toString('base64url');
  await expect(verify(`${head}.${forged}.${signature}`)).rejects.toThrow();
  await expect(verify(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).rejects.toThrow();
}
