import type { Diagnosis, LastRun } from '../../adapters/calls.ts';

/** What was looked at. */
export type Part = 'key' | 'clock' | 'prices' | 'webhooks' | 'portal' | 'refunds';

/** `look`: it can't be asked, or a person decides whether it is right. */
export interface Finding {
  part: Part;
  level: 'ok' | 'look' | 'wrong';
  /** Whole sentences. */
  says: string;
  /** How it is mended; absent: there is nothing to mend. */
  mend?: string;
}

/** What the findings are worded from. */
export interface Patient {
  diagnosis: Diagnosis;
  /** As in `ALPHA_SECRET_KEY`. */
  prefix: string;
  /** Where the webhooks of this service must be sent. */
  webhookUrl: string;
  isProduction: boolean;
  /** The sandbox stands in for the company. */
  isSandbox: boolean;
  signatureHeader: string;
  /** Second subscriptions are ended and refunded by themselves. */
  endsDuplicates: boolean;
  /** null: never. */
  lastRun: LastRun | null;
}

export const ok = (part: Part, says: string): Finding => ({ part, level: 'ok', says });
export const look = (part: Part, says: string, mend?: string): Finding => ({ part, level: 'look', says, mend });
export const wrong = (part: Part, says: string, mend: string): Finding => ({ part, level: 'wrong', says, mend });

/** The status of a refusal; undefined: nothing was answered. */
export function statusOf(error: unknown): number | undefined {
  const { status } = Object(error) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** What a call was refused for, for people. */
export function unasked(part: Part, error: unknown, { company, place }: { company: string; place: string }): Finding {
  const status = statusOf(error);
  if (status === undefined) return wrong(part, `${messageOf(error)}.`, 'Try again.');
  const says = `${company} answered ${status}: this key may not read it.`;
  return look(part, says, `Give the key the right to read it, or look at ${company} (${place}).`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
