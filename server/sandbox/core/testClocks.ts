import type { Company } from './company.ts';
import { deleteCustomer } from './customers.ts';
import type { TestClock } from './records.ts';
import { Refusal } from './refusal.ts';
import { advanceClock } from './schedule.ts';

/** The sandbox has a single clock: a test clock moves the time of all customers. */
export function createTestClock(company: Company, name: string | null, frozenAt: number): TestClock {
  return company.act(() => {
    moveTo(company, frozenAt);
    const made = { id: company.newId('clock'), name, frozenAt, createdAt: company.clock.now() };
    return company.store.put('testClocks', made);
  });
}

export function advanceTestClock(company: Company, id: string, frozenAt: number): TestClock {
  return company.act(() => {
    const before = testClock(company, id);
    if (frozenAt <= before.frozenAt) throw new Refusal('invalid', 'A test clock goes forward.', 'frozen_time');
    moveTo(company, frozenAt);
    return company.store.update('testClocks', id, { frozenAt });
  });
}

/** Also deletes its customers. */
export function deleteTestClock(company: Company, id: string): void {
  company.act(() => {
    testClock(company, id);
    const its = company.store.all('customers').filter(({ extra, deletedAt }) => extra.testClock === id && !deletedAt);
    for (const customer of its) deleteCustomer(company, customer.id);
    company.store.remove('testClocks', id);
  });
}

/** Throws a Refusal when there is no such clock. */
export function testClock(company: Company, id: string): TestClock {
  const found = company.store.get('testClocks', id);
  if (!found) throw new Refusal('not_found', `No such test clock: '${id}'`, 'id');
  return found;
}

const TOLERANCE_MS = 60_000;

function moveTo(company: Company, at: number): void {
  const left = at - company.clock.now();
  if (left < -TOLERANCE_MS) {
    throw new Refusal('invalid', "The sandbox has one time for all, and it can't go back.", 'frozen_time');
  }
  if (left > 0) advanceClock(company, { seconds: left / 1000 });
}
