import { type Ground, newPerson } from './ground.ts';

/** The result of one step in one environment. */
export interface Row {
  step: string;
  says: string;
  kind: 'said' | 'failed' | 'impossible';
}

/** Runs one step; an error is a result too. */
export async function step(ground: Ground, name: string, ask: () => Promise<string>): Promise<Row> {
  ground.signal.throwIfAborted();
  try {
    return { step: name, says: await ask(), kind: 'said' };
  } catch (error) {
    ground.signal.throwIfAborted();
    return { step: name, says: `failed: ${error instanceof Error ? error.message : error}`, kind: 'failed' };
  }
}

export const impossible = (name: string, why: string): Row => ({ step: name, says: why, kind: 'impossible' });

export interface Line {
  step: string;
  sandbox: string;
  company: string;
  verdict: 'same' | 'DIFFERS' | 'FAILED' | 'not possible';
}

/** Puts both results side by side; a step that one of them lacks is `not reached`. */
export function compare(sandbox: readonly Row[], company: readonly Row[]): Line[] {
  const steps = [...new Set([...sandbox, ...company].map((row) => row.step))];
  return steps.map((name) => {
    const [ours, theirs] = [sandbox, company].map((rows) => rows.find((row) => row.step === name));
    return {
      step: name,
      sandbox: ours?.says ?? 'not reached',
      company: theirs?.says ?? 'not reached',
      verdict: verdictOf(ours, theirs),
    };
  });
}

function verdictOf(ours: Row | undefined, theirs: Row | undefined): Line['verdict'] {
  if (!ours || !theirs || ours.kind === 'failed' || theirs.kind === 'failed') return 'FAILED';
  if (theirs.kind === 'impossible') return 'not possible';
  return ours.says === theirs.says ? 'same' : 'DIFFERS';
}

/** Formats the lines as Markdown for an issue. */
export function toMarkdown(lines: readonly Line[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = lines.map(({ step: name, sandbox, company, verdict }) => [name, sandbox, company, verdict].map(cell));
  const all = [['step', 'sandbox says', 'company says', ''], ['---', '---', '---', '---'], ...rows];
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export const idempotent = (ground: Ground) => {
  const person = newPerson(ground);
  return { ...person, idempotencyKey: person.userId };
};
