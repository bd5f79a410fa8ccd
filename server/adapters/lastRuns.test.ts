import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';
import { lastRuns, providerNames } from './index.ts';

test.each(providerNames)('"A real account" has the date of the last test:real run against the real %s', (provider) => {
  const page = readFileSync(join(packageRoot(), 'server/docs/adopt.md'), 'utf8');
  const run = lastRuns[provider];
  const said = run ? `${run.at}${run.apiVersion ? `, API version ${run.apiVersion}` : ''}` : 'never';
  const line = page.split('\n').find((each) => each.startsWith(`| \`${provider}\` |`));
  expect(line?.split(' | ').at(-1)).toBe(`${said} |`);
});
