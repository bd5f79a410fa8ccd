import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './calls.testing.ts';

const README = join(import.meta.dirname, '../README.md');

/** The table that the README must contain for a client: the working and refused calls by resource. */
export function tableOf(client: string, outcomes: Outcome[]): string {
  const resources = new Map<string, { works: string[]; refused: string[] }>();
  for (const { call, refusal } of outcomes) {
    const [path = '', ...how] = call.split(', ');
    const resource = path.slice(0, path.lastIndexOf('.'));
    const method = [path.slice(resource.length + 1), ...how].join(', ').replaceAll('|', '/');
    const row = resources.get(resource) ?? { works: [], refused: [] };
    row[refusal === null ? 'works' : 'refused'].push(method);
    resources.set(resource, row);
  }
  const works = outcomes.filter(({ refusal }) => refusal === null).length;
  const rows = [...resources].map(
    ([resource, row]) => `| ${resource} | ${row.works.join('; ')} | ${row.refused.join('; ')} |`,
  );
  const head = ['| resource | works | refused |', '|---|---|---|'];
  return [`**${client}**: ${works} of ${outcomes.length} work.`, '', ...head, ...rows].join('\n');
}

/** The table in the README. To update it, copy the failing test's expected text between the two markers. */
export function tableInReadme(provider: string): string {
  const [, inside = ''] = readFileSync(README, 'utf8').split(new RegExp(`<!-- /?calls: ${provider} -->`));
  return inside.trim();
}

/** Client errors that mean that the response could not be parsed, which no real company would cause. */
export const unreadable = ({ refusal }: Outcome) => /ValidationError: (Response|Input)|^Error: /.test(refusal ?? '');
