import type { Diagnosis, LastRun } from '../../adapters/diagnosis.ts';

/** What was checked. */
export type Part = 'key' | 'clock' | 'prices' | 'webhooks' | 'portal' | 'refunds' | 'mails';

/** `look`: it can't be read, or a person must decide whether it is right. */
export interface Finding {
  part: Part;
  level: 'ok' | 'look' | 'wrong';
  /** Whole sentences. */
  says: string;
  /** How to fix it; absent: there is nothing to fix. */
  mend?: string;
}

/** The facts for the texts of the findings. */
export interface Patient {
  diagnosis: Diagnosis;
  /** As in `ALPHA_SECRET_KEY`. */
  prefix: string;
  /** The address to which the provider must send this service's webhooks. */
  webhookUrl: string;
  isProduction: boolean;
  /** The sandbox stands in for the provider. */
  isSandbox: boolean;
  signatureHeader: string;
  /** Second subscriptions are ended and refunded automatically. */
  endsDuplicates: boolean;
  /** null: never. */
  lastRun: LastRun | null;
}

export const ok = (part: Part, says: string): Finding => ({ part, level: 'ok', says });
export const look = (part: Part, says: string, mend?: string): Finding => ({ part, level: 'look', says, mend });
export const wrong = (part: Part, says: string, mend: string): Finding => ({ part, level: 'wrong', says, mend });

/** The HTTP status of a refusal; undefined: there was no answer. */
export function statusOf(error: unknown): number | undefined {
  const { status } = Object(error) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** The reason for a refused call, for people. */
export function unasked(part: Part, error: unknown, { company, place }: { company: string; place: string }): Finding {
  const status = statusOf(error);
  if (status === undefined) return wrong(part, `${messageOf(error)}.`, 'Try again.');
  const says = `${company} answered ${status}: this key may not read it.`;
  return look(part, says, `Give the key the permission to read it, or check at ${company} (${place}).`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
