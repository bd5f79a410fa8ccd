/**
 * `npm run release -- <version>`: checks, names the changes that were unreleased, gives every package that version,
 * commits and tags. Nothing is pushed. `--dry-run` says what it would do.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'server/packages/client/package.json',
  'server/sandbox/package.json',
];
const CHECKS = ['check', 'check:packages', 'check:recipes'];
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9a-z.-]+)?$/;
const HEAD = '## [Unreleased]';

/** Why this can't be released as that version; empty: it can. */
export function problems({ version, current, changelog, tags, status }) {
  const isLater = VERSION.test(version) && compare(version, current) > 0;
  const [, unreleased = ''] = changelog.split(HEAD);
  const [changes = ''] = unreleased.split(/^## /m);
  return [
    ...(VERSION.test(version) ? [] : [`${version} is no version: 0.2.0, or 0.2.0-rc.1`]),
    ...(isLater || !VERSION.test(version) ? [] : [`${version} is not later than ${current}`]),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} exists`] : []),
    ...(status === '' ? [] : ['There are changes that are not committed']),
    ...(/^- /m.test(changes) ? [] : [`CHANGELOG.md has nothing below ${HEAD}`]),
    ...(/^### Upgrade notes$/m.test(changes) ? [] : [`CHANGELOG.md has no "### Upgrade notes" below ${HEAD}`]),
  ];
}

function compare(one, other) {
  const parts = (text) => VERSION.exec(text)?.slice(1, 4).map(Number) ?? [0, 0, 0];
  const [left, right] = [parts(one), parts(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at >= 0) return left[at] - right[at];
  return Number(!one.includes('-')) - Number(!other.includes('-'));
}

/** The changelog in which what was unreleased belongs to the version, and names the commit that was checked. */
export function renamed(changelog, { version, date, commit }) {
  return changelog.replace(
    HEAD,
    `${HEAD}\n\n## [${version}] - ${date}\n\nTag \`v${version}\`; its checks passed at commit ${commit}.`,
  );
}

/** A manifest of that version; a lock file names it twice. */
export function versioned(text, version) {
  const manifest = JSON.parse(text);
  if (manifest.packages?.['']) manifest.packages[''].version = version;
  return `${JSON.stringify({ ...manifest, version }, null, 2)}\n`;
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (path) => readFileSync(join(root, path), 'utf8');

function main([version = '', ...options]) {
  const current = JSON.parse(read('package.json')).version;
  const changelog = read('CHANGELOG.md');
  const found = problems({
    ...{ version, current, changelog },
    tags: git('tag').split('\n'),
    status: git('status', '--porcelain'),
  });
  if (found.length > 0) {
    console.error(found.join('\n'));
    return 1;
  }
  if (options.includes('--dry-run')) {
    console.info(
      `Would run ${CHECKS.join(', ')}, write ${[...MANIFESTS, 'CHANGELOG.md'].join(', ')}, commit, and tag v${version}`,
    );
    return 0;
  }
  for (const script of CHECKS) execFileSync('npm', ['run', script], { cwd: root, stdio: 'inherit' });
  for (const path of MANIFESTS) writeFileSync(join(root, path), versioned(read(path), version));
  const commit = git('rev-parse', '--short', 'HEAD');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, 'CHANGELOG.md'), renamed(changelog, { version, date, commit }));
  git('commit', '--all', '--message', `chore: release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.info(`Tagged v${version} at ${git('rev-parse', '--short', 'HEAD')}. Publish it: git push --follow-tags`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2));
