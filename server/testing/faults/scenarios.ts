import { atHalfOfPeak } from './atHalfOfPeak.ts';
import { badBodies } from './badBodies.ts';
import { bounds } from './bounds.ts';
import { databaseAway } from './databaseAway.ts';
import { drift } from './drift.ts';
import { exactlyOnce } from './exactlyOnce.ts';
import { feed } from './feed.ts';
import { greed } from './greed.ts';
import { growth } from './growth.ts';
import { histories } from './histories.ts';
import { nobodyPaysTwice } from './nobodyPaysTwice.ts';
import { nothingLost } from './nothingLost.ts';
import { oneOfTwo } from './oneOfTwo.ts';
import { orders } from './orders.ts';
import { providerAway } from './providerAway.ts';
import { reconcileKilled } from './reconcileKilled.ts';
import type { Scenario } from './report.ts';
import { starts } from './starts.ts';
import { stops } from './stops.ts';
import { upgrade } from './upgrade.ts';
import { watchedOutages } from './watchedOutages.ts';

/** About what the records hold in the end. */
export const endScenarios: Scenario[] = [nothingLost, exactlyOnce, orders, histories, feed];

/** About answers while something is wrong. */
export const faultScenarios: Scenario[] = [databaseAway, watchedOutages, providerAway, badBodies, drift, bounds];

/** About processes that come, stay and go. */
export const processScenarios: Scenario[] = [
  starts,
  stops,
  oneOfTwo,
  upgrade,
  reconcileKilled,
  nobodyPaysTwice,
  atHalfOfPeak,
];

/** About years of events, and about one caller's greed: the long versions take minutes to an hour. */
export const heavyScenarios: Scenario[] = [growth, greed];

/** In the order in which `npm run test:faults` runs them. */
export const scenarios = [...endScenarios, ...faultScenarios, ...processScenarios, ...heavyScenarios];
