import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Figure } from './measure.ts';

export interface Goal {
  text: string;
  measured: number;
  atLeast: number;
}

export interface Comparison {
  title: string;
  /** The first one is compared with the others. */
  figures: Figure[];
}

export interface PartReport {
  comparisons: Comparison[];
  goals: Goal[];
}

const HEAD = [
  'server',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'PostgreSQL CPU ms',
  'peak MB',
  'req/s ÷',
  'p50 ÷',
  'p99 ÷',
];

/** Formats the run as Markdown. The last three columns are the first server's figure divided by this one's. */
export function render(parts: PartReport[]): string {
  const rows = parts
    .flatMap(({ comparisons }) => comparisons)
    .flatMap(({ title, figures }) => [
      [`**${title}**`, ...HEAD.slice(1).map(() => '')],
      ...figures.map((figure) => rowOf(figure, figures[0] ?? figure)),
    ]);
  const goals = parts.flatMap((part) => part.goals);
  const judged = goals.length > 0 ? [table(['goal', 'limit', 'measured', 'holds'], goals.map(goalRow))] : [];
  return [table(HEAD, rows), ...judged].join('\n\n');
}

export function describeMachine(): string {
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `${new Date().toISOString().slice(0, 10)}, ${processor?.model.trim()}, ${cpus().length} cores, ${memory}`,
    `${type()} ${release()}, Node ${process.version}, ${commit()}, load average ${load.join(' ')}`,
  ].join(', ');
}

export const holds = ({ measured, atLeast }: Goal) => measured >= atLeast;

function commit(): string {
  try {
    return `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}`;
  } catch {
    return 'no commit';
  }
}

function rowOf(figure: Figure, first: Figure): string[] {
  const ratio = (name: 'perSecond' | 'p50' | 'p99') => (figure === first ? '' : number(first[name] / figure[name], 2));
  return [
    ...[figure.server, number(figure.perSecond, 0), number(figure.p50, 2), number(figure.p99, 2)],
    ...[number(figure.cpu, 2), number(figure.databaseCpu, 2), number(figure.peakMegabytes, 0)],
    ...[ratio('perSecond'), ratio('p50'), ratio('p99')],
  ];
}

function goalRow(goal: Goal): string[] {
  return [goal.text, `≥ ${goal.atLeast}`, number(goal.measured, 2), holds(goal) ? 'yes' : '**no**'];
}

const number = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
