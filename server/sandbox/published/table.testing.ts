import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './calls.testing.ts';

const README = join(import.meta.dirname, '../README.md');

/** What the README must say of a client's calls; by resource, as `works` and `refused`. */
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

/** What it says. To renew it, put what the failing test shows between the two marks. */
export function tableInReadme(provider: string): string {
  const [, inside = ''] = readFileSync(README, 'utf8').split(new RegExp(`<!-- /?calls: ${provider} -->`));
  return inside.trim();
}

/** Errors of a client that mean that it could not read an answer: nothing a company would answer. */
export const unreadable = ({ refusal }: Outcome) => /ValidationError: (Response|Input)|^Error: /.test(refusal ?? '');
