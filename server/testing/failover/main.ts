import { parseArgs } from 'node:util';
import { printReport, type Report } from '../faults/report.ts';
import { couldNotRun, installPrograms } from '../run/debian.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { playRound } from './judge.ts';
import { type Pair, startPair } from './pair.ts';
import { rounds } from './rounds.ts';

const PROGRAMS = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pg_lsclusters: 'postgresql' };

/**
 * `npm run check:failover [-- --per-second 100 words of a round …]`: two PostgreSQL servers under Patroni and etcd behind haproxy, with
 * the lines of the operations page, and three processes of the built service under load. Exits with 1 if a promise is
 * broken.
 */
async function main(): Promise<number> {
  const missing = installPrograms(PROGRAMS);
  if (missing.length > 0) return couldNotRun(`${missing.join(', ')}: not installed (Debian has them)`);
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { 'per-second': { type: 'string', default: '100' } },
  });
  const chosen = rounds.filter(({ name }) => words.every((word) => name.includes(word)));
  const pair = await startPair();
  let fleet: Fleet | undefined;
  const reports: Report[] = [];
  try {
    fleet = await startFleet(pair.databaseUrl, Number(values['per-second']));
    for (const round of chosen) {
      const report = await play(pair, fleet, round);
      reports.push(report);
      printReport(round.name, report);
    }
  } finally {
    await fleet?.remove();
    await pair.remove();
  }
  return reports.length > 0 && reports.every(({ broken }) => broken.length === 0) ? 0 : 1;
}

async function play(pair: Pair, fleet: Fleet, round: (typeof rounds)[number]): Promise<Report> {
  try {
    return await playRound(pair, fleet, round);
  } catch (error) {
    return { figures: {}, broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

process.exit(await main());
