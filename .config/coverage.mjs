import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Prints a line for each folder: the share of statements and branches that the unit and service tests cover. */
const summary = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8'));
const rooms = new Map();
for (const [file, { statements, branches }] of Object.entries(summary)) {
  const parts = file === 'total' ? ['all'] : relative('.', file).split('/').slice(0, -1);
  const room = parts.slice(0, parts[1] === 'billing' ? 3 : 2).join('/');
  const sums = rooms.get(room) ?? { statements: [0, 0], branches: [0, 0] };
  for (const [name, { covered, total }] of Object.entries({ statements, branches })) {
    sums[name][0] += covered;
    sums[name][1] += total;
  }
  rooms.set(room, sums);
}
const percent = ([covered, total]) => (total === 0 ? '-' : ((100 * covered) / total).toFixed(1)).padStart(10);
console.log(`\n${'covered, in %'.padEnd(30)} statements   branches`);
for (const [room, { statements, branches }] of [...rooms].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${room.padEnd(30)} ${percent(statements)} ${percent(branches)}`);
