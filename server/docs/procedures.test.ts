import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';

/** What the pages for the people who run the service tell them to type is run by a test, or marked as not tried. */
const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');
const pages = ['operate.md', 'proxies.md', 'restore.md'].map((name) => {
  const path = `server/docs/${name}`;
  return { path, text: read(path) };
});

/** The mark stands in the line before the block. */
const MARK = /^<!-- (?:run by (\S+)|not tried: .+) -->$/;
const BLOCK = /([^\n]*)\n```(\w+)\n.*?^```$/gms;

const blocks = pages.flatMap(({ path, text }) =>
  [...text.matchAll(BLOCK)].map(([, before = '', language = '']) => ({ path, language, mark: MARK.exec(before) })),
);

test.each(blocks)(
  'the block of $language in $path says which test runs it, or that none does',
  ({ path, language, mark }) => {
    expect(mark, `a line "<!-- run by FILE -->" or "<!-- not tried: WHY -->" before the block`).not.toBeNull();
    const [, runner] = mark ?? [];
    if (runner === undefined) return;
    const code = read(runner);
    expect(code, `${runner} names the page`).toContain(path.split('/').at(-1));
    expect(code, `${runner} names the block`).toContain(language);
  },
);

/** Commands in the running text: programs with arguments. */
const COMMAND = /^(?:\w+=\S+ )?(?:billing|npm|node|docker compose|pg_\w+|openssl|prisma|DELETE|curl) \S/;
const commands = pages.flatMap(({ path, text }) => {
  const prose = text.replace(/^```.*?^```$/gms, '').replaceAll(/\n(?!\n)\s*/g, ' ');
  const [tried = '', ...untried] = prose.split('## Not tried');
  const found = [...tried.matchAll(/`([^`]+)`/g)].map(([, command = '']) =>
    command.replace(/^npm run billing -- /, 'billing '),
  );
  return [...new Set(found.filter((command) => COMMAND.test(command)))].map((command) => ({
    path,
    command,
    isMarked: untried.join().includes(`\`${command}\``),
  }));
});

const testsOf = (folder: string) =>
  readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => read(join(folder, name)));
const commandLineTests = ['server/cli', 'server/billing', 'server/testing/restore'].flatMap(testsOf);

/** Of other programs: the file that runs the line. */
const runners: Record<string, string> = {
  'npm ci --omit=dev': 'server/testing/run/installPackage.ts',
  'npm run check:': 'package.json',
  'DATABASE_URL=… npm run db:migrate': 'server/testing/pooler/serve.ts',
  "DELETE FROM service_secret WHERE name = 'sessions'": 'server/database/keys/serviceKeys.service.test.ts',
};

test('the commands were found', () => {
  expect(commands.length).toBeGreaterThan(30);
});

test.each(commands)('$command ($path) is run by a test, or marked', ({ command, isMarked }) => {
  if (isMarked) return;
  const [program, ...words] = command.split(' ');
  if (program !== 'billing') {
    const [, file] = Object.entries(runners).find(([prefix]) => command.startsWith(prefix)) ?? [];
    expect(file, 'a test that runs it, or a line under "Not tried"').toBeDefined();
    expect(existsSync(join(packageRoot(), file ?? ''))).toBe(true);
    return;
  }
  const verb = words[0] ?? '';
  const flags = words.filter((word) => word.startsWith('--'));
  const isRun = (text: string) =>
    new RegExp(`['"\` ]${verb}['" ]`).test(text) && flags.every((flag) => text.includes(flag));
  expect(commandLineTests.some(isRun), `a test of the command line with ${[verb, ...flags].join(' ')}`).toBe(true);
});
