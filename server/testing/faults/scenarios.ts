import { claimedAddresses } from './claims/claimedAddresses.ts';
import { ends } from './ends/ends.ts';
import { feed } from './feed/feed.ts';
import { atHalfOfPeak } from './growth/atHalfOfPeak.ts';
import { growth } from './growth/growth.ts';
import { databaseAway } from './outages/databaseAway.ts';
import { providerAway } from './outages/providerAway.ts';
import { reconcileKilled } from './outages/reconcileKilled.ts';
import { watchedOutages } from './outages/watchedOutages.ts';
import { whatPagesSay } from './pages/whatPagesSay.ts';
import { whoAlreadyPays } from './paying/whoAlreadyPays.ts';
import type { Scenario } from './report.ts';
import { nobodyPaysTwice } from './twice/nobodyPaysTwice.ts';
import { oneOfTwo } from './upgrades/oneOfTwo.ts';
import { starts } from './upgrades/starts.ts';
import { stops } from './upgrades/stops.ts';
import { upgrade } from './upgrades/upgrade.ts';
import { badBodies } from './webhooks/badBodies.ts';
import { bounds } from './webhooks/bounds.ts';
import { drift } from './webhooks/drift.ts';
import { exactlyOnce } from './webhooks/exactlyOnce.ts';
import { greed } from './webhooks/greed.ts';
import { histories } from './webhooks/histories.ts';
import { nothingLost } from './webhooks/nothingLost.ts';
import { orders } from './webhooks/orders.ts';

/** Scenarios about the final state of the records. */
export const endScenarios: Scenario[] = [nothingLost, exactlyOnce, orders, histories, feed, ends, whatPagesSay];

/** Scenarios about responses during faults. */
export const faultScenarios: Scenario[] = [
  databaseAway,
  watchedOutages,
  providerAway,
  badBodies,
  drift,
  bounds,
  whoAlreadyPays,
];

/** Scenarios about starting, running and stopping processes. */
export const processScenarios: Scenario[] = [
  starts,
  stops,
  oneOfTwo,
  upgrade,
  reconcileKilled,
  nobodyPaysTwice,
  claimedAddresses,
  atHalfOfPeak,
];

/** Scenarios about years of events and about excessive callers: the long versions take minutes to an hour. */
export const heavyScenarios: Scenario[] = [growth, greed];

/** In the order in which `npm run test:faults` runs them. */
export const scenarios = [...endScenarios, ...faultScenarios, ...processScenarios, ...heavyScenarios];
