import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error: a script, without types
import { problems, renamed, versioned } from '../.config/release.mjs';
import { packageRoot } from './settings/packageRoot.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Upgrade notes\n- None.\n\n### Added\n- A thing.\n\n## [0.1.0]\n- Old.\n';
const fine = { version: '0.2.0', current: '0.1.0', changelog, tags: ['v0.1.0'], status: '' };

test('a later version with changes and notes, from a clean tree, can be released', () => {
  expect(problems(fine)).toEqual([]);
  expect(problems({ ...fine, current: '0.2.0-rc.1' })).toEqual([]);
});

test.each([
  [{ version: 'next' }, /no version/],
  [{ version: '0.1.0' }, /not later/],
  [{ version: '0.2.0-rc.1', current: '0.2.0' }, /not later/],
  [{ tags: ['v0.2.0'] }, /exists/],
  [{ status: ' M x' }, /not committed/],
  [{ changelog: '## [Unreleased]\n\n## [0.1.0]\n### Upgrade notes\n- Old.\n' }, /nothing below/],
  [{ changelog: '## [Unreleased]\n### Added\n- A thing.\n' }, /no "### Upgrade notes"/],
])('%j is refused', (changed, reason) => {
  expect(problems({ ...fine, ...changed }).join('\n')).toMatch(reason);
});

test('the changelog keeps an empty place for what comes next', () => {
  const after: string = renamed(changelog, { version: '0.2.0', date: '2026-12-01', commit: 'abc1234' });
  expect(after).toContain(
    '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\nTag `v0.2.0`; its checks passed at commit abc1234.\n\n### Upgrade notes',
  );
});

test('every package has one version, which a release changes in all of them', () => {
  const paths = ['package.json', 'server/packages/client/package.json', 'server/sandbox/package.json'];
  const manifests = paths.map((path) => readFileSync(join(packageRoot(), path), 'utf8'));
  expect(new Set(manifests.map((text) => (JSON.parse(text) as { version: string }).version)).size).toBe(1);
  for (const text of manifests) expect(JSON.parse(versioned(text, '9.9.9'))).toMatchObject({ version: '9.9.9' });
  const lock = JSON.parse(versioned('{"version":"1","packages":{"":{"version":"1"}}}', '2')) as object;
  expect(lock).toEqual({ version: '2', packages: { '': { version: '2' } } });
});

test('the changelog as it is could be released, or just was', () => {
  const real = readFileSync(join(packageRoot(), 'CHANGELOG.md'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  if (real.includes(`## [Unreleased]\n\n## [${version}] - `)) return;
  expect(problems({ ...fine, changelog: real })).toEqual([]);
});
