import type { Page } from '../../../adapters/adapter.ts';
import { nothing, type Step, type Visited } from './step.ts';

/** The key of the last page; no provider's cursor looks like it. */
const END = 'end of the list';

interface PageStep<T> {
  /** What the list holds, for people. */
  name: string;
  read(cursor: string | undefined): Promise<Page<T>>;
  visit(items: T[]): Promise<Visited>;
}

/** Walks one list of the provider's account. A page's key is where the next one begins: a killed run goes on there. */
export function pageStep<T>({ name, read, visit }: PageStep<T>): Step<Page<T>> {
  return {
    async next(after) {
      if (after === END) return [];
      const page = await read(after ?? undefined);
      if (page.nextCursor !== undefined && page.nextCursor === after) throw new Error(`The provider repeats ${name}`);
      return [page];
    },
    keyOf: ({ nextCursor = END }) => nextCursor,
    visit: ({ items }) => visit(items),
    failure(_page, reason) {
      const drift = { class: 'unreadable', ours: name, theirs: reason, fixed: false } as const;
      const place = { providerSubscriptionId: '', providerCustomerId: '', userId: null };
      return { ...nothing, failed: 1, drifts: [{ ...drift, ...place }] };
    },
  };
}
