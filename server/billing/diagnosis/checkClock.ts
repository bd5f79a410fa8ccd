import { type Finding, look, ok, type Patient, wrong } from './finding.ts';

const MOST_MS = 60_000;

interface Reading {
  /** The provider's clock, ISO 8601. */
  theirs: string | null;
  /** Ours, in the middle of the call; milliseconds since 1970. */
  ours: number;
}

/** Signed webhooks that seem older than five minutes are refused. */
export function checkClock({ diagnosis: { company }, isSandbox }: Patient, { theirs, ours }: Reading): Finding {
  if (theirs === null) return look('clock', `${company} does not report its time.`);
  const aheadMs = ours - Date.parse(theirs);
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds * 1000 <= MOST_MS) return ok('clock', `This machine's clock agrees with ${company}'s.`);
  const says = `This machine's clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} ${company}'s.`;
  if (isSandbox) return look('clock', `${says} The sandbox's clock can be moved.`);
  return wrong('clock', `${says} Webhooks are refused from 300 seconds on.`, 'Synchronise this machine with NTP.');
}
