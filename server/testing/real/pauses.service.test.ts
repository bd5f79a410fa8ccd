import { expect, test } from 'vitest';
import { type ProviderName, providerNames } from '../../adapters/index.ts';
import { readSettings } from '../../settings/settings.ts';
import { cleanUp } from './cleanUp.ts';
import { sandboxGround } from './grounds.ts';
import { livePause } from './pauses.ts';

const PAUSED: Record<ProviderName, [paused: RegExp, back: string]> = {
  alpha: [/^incomplete, starter/, 'continue'],
  beta: [/^incomplete, starter/, 'continue'],
  gamma: [/^(active|trialing), starter/, 'take the pause back'],
};

test.each(providerNames)('the pause of test:real at %s: paused, back, and ended', async (provider) => {
  const { plans } = readSettings({});
  const signal = new AbortController().signal;
  const ground = await sandboxGround({ provider, plans, signal, run: `pauses-${provider}` });
  try {
    const rows = await livePause(ground);
    const [paused, back] = PAUSED[provider];
    expect(rows).toMatchObject([
      { step: 'buy, to pause', kind: 'said', says: expect.stringMatching(/^(active|trialing), starter/) },
      { step: 'pause', kind: 'said', says: expect.stringMatching(paused) },
      { step: back, kind: 'said', says: expect.stringMatching(/^(active|trialing), starter/) },
      { step: 'cancel now, after a pause', kind: 'said', says: expect.stringMatching(/^canceled/) },
    ]);
    expect(await cleanUp(ground)).toEqual([]);
  } finally {
    await ground.close();
  }
});
