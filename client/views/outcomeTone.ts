import type { Tone } from './subscriptionCard.ts';

const tones: Record<string, Tone> = {
  applied: 'positive',
  completed: 'positive',
  open: 'info',
  unmatched: 'warning',
  failed: 'danger',
};

/** How much an outcome asks for attention. */
export function outcomeTone(outcome: string): Tone {
  return tones[outcome] ?? 'neutral';
}
