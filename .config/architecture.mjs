import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from './dependency-cruiser.cjs';

/**
 * Draws the rooms and their imports into server/docs/architecture.md; `--check` fails when the picture is outdated, or
 * an import is against the rules.
 */
const page = join(import.meta.dirname, '../server/docs/architecture.md');
const APART = /^server\/(testing|bench|sandbox|packages)\/|\.(test|spec)\.tsx?$|\/fixtures\//;

const LEAVES = /^server\/(errors|log|turns|settings\/packageRoot)\.ts$/;

/** The room of a file: its folder at the top of the server. Leaves that everybody uses are in none. */
function roomOf(path) {
  if (APART.test(path) || LEAVES.test(path)) return undefined;
  const [top, folder, inner] = path.split('/');
  if (top !== 'server') return ['client', 'prisma'].includes(top) ? top : undefined;
  return inner ? folder : 'frame';
}

const { forbidden, options } = rules;
const { output: cruised } = await cruise(
  ['server', 'client', 'prisma', 'e2e'],
  { ...options, ruleSet: { forbidden }, validate: true },
  {},
  { tsConfig: extractTsConfig(options.tsConfig.fileName) },
);

function readArrows() {
  const arrows = new Set();
  for (const { source, dependencies } of cruised.modules) {
    for (const { resolved, dependencyTypes } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      // Pages use the type of the router; elsewhere a type alone is no dependency of the running program.
      if (!from || !to || from === to || (from !== 'client' && dependencyTypes.includes('type-only'))) continue;
      arrows.add(`${from} ${to}`);
    }
  }
  return [...arrows].sort().map((arrow) => arrow.split(' '));
}

/** @returns the arrows that don't follow from others. @throws if two rooms need each other. */
function withoutDetours(arrows) {
  const next = (room) => arrows.filter(([from]) => from === room).map(([, to]) => to);
  const reach = (room, seen = new Set()) => {
    for (const to of next(room)) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  const circular = arrows.filter(([from, to]) => reach(to).has(from));
  if (circular.length > 0) throw new Error(`Rooms need each other: ${circular.map((arrow) => arrow.join(' -> '))}`);
  return arrows.filter(([from, to]) => !next(from).some((other) => other !== to && reach(other).has(to)));
}

function draw(arrows) {
  const rooms = [...new Set(arrows.flat())].sort();
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.map((room) => `  ${room}[${room === 'frame' ? 'main, service, app, deps' : room}]`),
    ...withoutDetours(arrows).map(([from, to]) => `  ${from} --> ${to}`),
    '```',
  ].join('\n');
}

const isCheck = process.argv.includes('--check');
if (isCheck) {
  const { output, exitCode } = await format(cruised, { outputType: 'err' });
  console.log(output);
  if (exitCode > 0) process.exit(1);
}
const before = readFileSync(page, 'utf8');
const picture = draw(readArrows());
const after = before.replace(/```mermaid[\s\S]*?```/, () => picture);
if (!isCheck) writeFileSync(page, after);
else if (after !== before) {
  console.error('The picture in server/docs/architecture.md is outdated: npm run docs:architecture');
  process.exit(1);
}
