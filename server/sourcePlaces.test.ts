import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sourcePlaces } from './sourcePlaces.ts';

let root: string;
let translate: (text: string) => string;
const placeIn = (bundle: string) => `at fail (${pathToFileURL(join(root, 'dist/server', bundle)).href}:2:18)`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'source-places-'));
  mkdirSync(join(root, 'server'));
  const source = 'interface Gone {\n  x: 1;\n}\n\nexport const fail = () => new Error("bad");\n';
  writeFileSync(join(root, 'server/thrower.ts'), source);
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'server/thrower.ts' },
    outdir: 'dist/server',
    bundle: true,
    format: 'esm',
    sourcemap: true,
  });
  translate = sourcePlaces(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a position in a bundle becomes the position in its source, also in a line of JSON', () => {
  const stack = `Error: bad\n    ${placeIn('main.js')}`;
  expect(translate(stack)).toBe('Error: bad\n    at fail (server/thrower.ts:5:27)');
  expect(JSON.parse(translate(JSON.stringify({ stack }))).stack).toBe(translate(stack));
});

test('a map is soon forgotten, the positions found in it are not', async () => {
  const hasty = sourcePlaces(root, 10);
  const map = join(root, 'dist/server/main.js.map');
  let column = 1;
  const newPlace = () => placeIn('main.js').replace(/18\)$/, `${column++})`);
  expect(hasty(placeIn('main.js'))).toBe('at fail (server/thrower.ts:5:27)');
  renameSync(map, `${map}.gone`);
  try {
    await vi.waitFor(() => expect(hasty(newPlace())).toContain('main.js'), { interval: 5, timeout: 20_000 });
    expect(hasty(placeIn('main.js'))).toBe('at fail (server/thrower.ts:5:27)');
  } finally {
    renameSync(`${map}.gone`, map);
  }
});

test('a position in a bundle whose map is incomplete is unchanged: logging an error never fails', () => {
  writeFileSync(join(root, 'dist/server/half.js.map'), '{"version":3,"sources":["../../ser');
  expect(translate(placeIn('half.js'))).toBe(placeIn('half.js'));
});

test('a position in a bundle without a map is unchanged', () => {
  expect(translate(placeIn('other.js'))).toBe(placeIn('other.js'));
});

test.each(['at x (file:///app/node_modules/pg/lib/client.js:10:3)', 'at node:internal/process/task_queues:95:5'])(
  '%s is unchanged',
  (text) => {
    expect(translate(text)).toBe(text);
  },
);
