import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';

/** What a reader of the pages follows: links, commands, and figures that another page has too. */

const root = packageRoot();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isElsewhere = /(^|\/)(node_modules|dist|generated|fixtures|\.[^/]+)\//;
const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);
const pages = ['README.md', 'CHANGELOG.md', ...['.github', 'server', 'client', 'prisma', 'e2e'].flatMap(inFolder)]
  .filter((path) => path.endsWith('.md') && (path.startsWith('.github/') || !isElsewhere.test(path)))
  .map((path) => ({ path, text: read(path) }));

const prose = (text: string) => text.replace(/^```.*?^```/gms, '');
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsOf = (text: string) =>
  [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));

function isAlive(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor);
}

test('every link to a page, a file or a heading leads there', () => {
  expect(pages.length).toBeGreaterThan(60);
  const links = pages.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link })),
  );
  const inside = links.filter(({ link }) => !/^(https?|mailto):/.test(link));
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.filter(({ path, link }) => !isAlive(path, link))).toEqual([]);
});

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('every command of the pages exists, and the page of commands has every script', () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)].map(([, script = '']) => ({ path, script })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  const commands = read('server/docs/commands.md');
  const byNpm = new Set(['postinstall', 'prestart']);
  const missing = Object.keys(scripts).filter((script) => !byNpm.has(script) && !isIn(commands, script));
  expect(missing).toEqual([]);
});

const isIn = (commands: string, script: string) => new RegExp(`npm (run )?${script}(?![\\w:-])`).test(commands);

test('every record of a decision is in their index, and so is every decision that a page names', () => {
  const folder = 'server/docs/decisions';
  const index = read(`${folder}/README.md`);
  const records = readdirSync(join(root, folder)).filter((name) => /^\d/.test(name));
  expect(records.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  const listed = [...index.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number);
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecision\s+(\d+)/g)].map(([, number]) => ({ path, number })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ number }) => !listed.includes(number))).toEqual([]);
});

test('the changelog says how many calls the sandbox answers, as its table does', () => {
  const table = read('server/sandbox/README.md');
  const counts = [...table.matchAll(/^\*\*`([\w@/-]+)` [\d.]+\*\*: (\d+ of \d+) work/gm)];
  const line =
    read('CHANGELOG.md')
      .split('\n')
      .find((text) => text.includes('published types require')) ?? '';
  expect(counts).toHaveLength(3);
  for (const [, name, count] of counts) expect(line).toMatch(new RegExp(`${count} (calls )?of \`${name}\``));
});
