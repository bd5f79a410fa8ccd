import { badBodies } from './badBodies.ts';
import { bounds } from './bounds.ts';
import { databaseAway } from './databaseAway.ts';
import { drift } from './drift.ts';
import { exactlyOnce } from './exactlyOnce.ts';
import { histories } from './histories.ts';
import { nothingLost } from './nothingLost.ts';
import { orders } from './orders.ts';
import { providerAway } from './providerAway.ts';
import type { Scenario } from './report.ts';

/** About what the records hold in the end. */
export const endScenarios: Scenario[] = [nothingLost, exactlyOnce, orders, histories];

/** About answers while something is wrong. */
export const faultScenarios: Scenario[] = [databaseAway, providerAway, badBodies, drift, bounds];

/** In the order in which `npm run test:faults` runs them. */
export const scenarios = [...endScenarios, ...faultScenarios];
