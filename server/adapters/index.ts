import { alpha } from './alpha/adapter.ts';
import { beta } from './beta/adapter.ts';
import type { AdapterDefinition } from './definition.ts';
import type { LastRun } from './diagnosis.ts';
import { gamma } from './gamma/adapter.ts';
import checkedIn from './lastRuns.json' with { type: 'json' };

/** The only list of providers. A fourth one is a folder and a line here. */
export const adapterDefinitions = { alpha, beta, gamma } satisfies Record<string, AdapterDefinition>;

export type ProviderName = keyof typeof adapterDefinitions;

export const providerNames = Object.keys(adapterDefinitions) as ProviderName[];

/** When `npm run test:real` last completed, by provider; null: never. */
export const lastRuns: Readonly<Record<string, LastRun | null>> = checkedIn;
