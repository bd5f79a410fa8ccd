import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { packageRoot } from '../../settings/packageRoot.ts';
import type { TestApp } from '../app/app.ts';

const run = promisify(execFile);

/** Checks that a verifier of the documentation accepts a valid token and rejects altered ones. */
export async function tryVerifier(app: TestApp, command: string, ...args: string[]): Promise<void> {
  const { cookie } = await app.signUp();
  const answer = await app.call('/api/payments/access', { headers: { cookie } });
  const { access, token } = (await answer.json()) as { access: object; token: string };
  const cwd = join(packageRoot(), 'server/docs/examples');
  const verify = (shown: string) => run(command, [...args, app.url, shown], { cwd, timeout: 120_000 });
  expect(JSON.parse((await verify(token)).stdout)).toEqual(access);
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, access: { plan: 'all' } })).toString('base64url');
  await expect(verify(`${head}.${forged}.${signature}`)).rejects.toThrow();
  await expect(verify(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).rejects.toThrow();
}
