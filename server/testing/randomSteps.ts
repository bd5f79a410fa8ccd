import fc from 'fast-check';
import { customerKey, type RandomEvent, randomEvent, stated, subscriptionKey, time, userId } from './randomEvents.ts';

/** How many histories are lived in memory, and which; mutation tests live the same few. */
export const inMemory = {
  seed: Number(process.env.HISTORY_SEED ?? Date.now() & 0x7fffffff),
  numRuns: Number(process.env.HISTORY_RUNS ?? 2_000),
};

export type Step =
  | { do: 'deliver'; event: RandomEvent }
  | { do: 'repeat' | 'replay'; which: number }
  | {
      do: 'snapshot';
      key: string;
      facts: object;
      customerKey?: string;
      userId?: string;
      readAt: string | null;
      versionsAgo: number;
    };

const snapshotStep = fc.record({
  do: fc.constant('snapshot' as const),
  key: subscriptionKey,
  facts: stated,
  customerKey,
  userId,
  readAt: time,
  versionsAgo: fc.constantFrom(0, 0, 0, 1),
});

export const randomSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: randomEvent.map((event) => ({ do: 'deliver' as const, event })) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'replay' as const), which: fc.nat(40) }),
    },
    { weight: 1, arbitrary: snapshotStep },
  ),
  { minLength: 1, maxLength: 16 },
) as fc.Arbitrary<Step[]>;
