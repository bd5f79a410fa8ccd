import { DAY_MS } from '../../../core/periods.ts';
import type { TestClock } from '../../../core/records.ts';
import { advanceTestClock, createTestClock, deleteTestClock, testClock } from '../../../core/testClocks.ts';
import { seconds } from '../objects/catalogue.ts';
import type { Call, Route } from './call.ts';
import { invalid } from './errors.ts';
import { page } from './page.ts';
import type { Parameters } from './parameters.ts';

const PATH = '/v1/test_helpers/test_clocks';

/** docs.stripe.com/billing/testing/test-clocks. Here the time keeps running, and all customers share it. */
export const testClockRoutes: Route[] = [
  ['get', PATH, ({ company, given }) => page(company.store.all('testClocks').map(shown), given, { url: PATH })],
  ['post', PATH, create],
  ['get', `${PATH}/:id`, ({ company, id }) => shown(testClock(company, id))],
  ['post', `${PATH}/:id/advance`, advance],
  ['delete', `${PATH}/:id`, remove],
];

function shown(of: TestClock) {
  return {
    id: of.id,
    object: 'test_helpers.test_clock',
    created: seconds(of.createdAt),
    deletes_after: seconds(of.createdAt + 30 * DAY_MS),
    frozen_time: seconds(of.frozenAt),
    livemode: false,
    name: of.name,
    status: 'ready',
    status_details: {},
  };
}

function frozenTime(given: Parameters): number {
  const at = given.integer('frozen_time', { min: 0 });
  if (at === undefined) throw invalid('Missing required param: frozen_time.', 'frozen_time', 'parameter_missing');
  return at * 1000;
}

function create({ company, given }: Call): object {
  given.only('frozen_time', 'name');
  return shown(createTestClock(company, given.text('name') ?? null, frozenTime(given)));
}

function advance({ company, id, given }: Call): object {
  return shown(advanceTestClock(company, id, frozenTime(given.only('frozen_time'))));
}

function remove({ company, id }: Call): object {
  deleteTestClock(company, id);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}
