import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

/**
 * Draws the folders and their imports into server/docs/architecture.md; `--check` fails when the picture is outdated.
 */
const page = join(import.meta.dirname, '../server/docs/architecture.md');
const APART = /^server\/(testing|bench|sandbox)\/|\.(test|spec)\.tsx?$|\/fixtures\//;

/** The folder of a file in the picture: one of the server, or one of billing. */
function roomOf(path) {
  if (APART.test(path)) return undefined;
  const [top, folder, inner, deeper] = path.split('/');
  if (top !== 'server') return top === 'client' ? 'client' : undefined;
  if (!inner) return 'frame';
  if (folder !== 'billing') return folder;
  return deeper ? `billing/${inner}` : 'billing/context';
}

async function readArrows() {
  const options = {
    exclude: { path: 'database/generated' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
  };
  const { output } = await cruise(['server', 'client'], options, {});
  const arrows = new Set();
  for (const { source, dependencies } of output.modules) {
    for (const { resolved, dependencyTypes } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (!from || !to || from === to || dependencyTypes.includes('type-only')) continue;
      arrows.add(`${from} ${to}`);
    }
  }
  return [...arrows].sort().map((arrow) => arrow.split(' '));
}

function draw(arrows) {
  const rooms = [...new Set(arrows.flat())].sort();
  const id = (room) => room.replace(/\W/g, '_');
  const inBilling = rooms.filter((room) => room.startsWith('billing/'));
  const shown = arrows.filter(([from, to]) => from !== 'frame' && !['settings', 'frame'].includes(to));
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.filter((room) => !inBilling.includes(room) && room !== 'frame').map((room) => `  ${id(room)}[${room}]`),
    '  subgraph billing',
    ...inBilling.map((room) => `    ${id(room)}[${room.slice('billing/'.length)}]`),
    '  end',
    ...shown.map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
    '```',
  ].join('\n');
}

const before = readFileSync(page, 'utf8');
const picture = draw(await readArrows());
const after = before.replace(/```mermaid[\s\S]*?```/, () => picture);
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('The picture in server/docs/architecture.md is outdated: npm run docs:architecture');
    process.exit(1);
  }
} else writeFileSync(page, after);
