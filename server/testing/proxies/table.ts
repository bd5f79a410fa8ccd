import type { Replaced } from './replacements.ts';

export interface Row extends Omit<Replaced, 'refused' | 'lost' | 'killed'> {
  name: string;
  refused: number;
  lost: number;
  broken: string[];
}

const columns: [title: string, cell: (row: Row) => string | number][] = [
  ['proxy', ({ name }) => name],
  ['webhooks', ({ webhooks }) => webhooks],
  ['not 200', ({ refused }) => refused],
  ['lost', ({ lost }) => lost],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
  ['slowest ms', ({ slowest }) => slowest],
  ['seconds', ({ seconds }) => Math.round(seconds)],
  ['broken', ({ broken }) => broken.length],
];

export function printTable(rows: readonly Row[]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.info(line(columns.map(([title]) => title)));
  console.info(line(columns.map((_, index) => (index === 0 ? '---' : '---:'))));
  for (const row of rows) console.info(line(columns.map(([, cell]) => cell(row))));
}
