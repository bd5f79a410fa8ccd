import type { Given } from './given.ts';

const LIMIT = { min: 1, max: 100 };
const PAGE = { min: 1, max: 1_000_000 };

/** One page of `records` (passed oldest first, returned newest first): `?page=1&limit=10`. */
export function page<T>(records: T[], query: Given, render: (record: T) => object): object {
  const limit = query.integer('limit', LIMIT) ?? 10;
  const start = ((query.integer('page', PAGE) ?? 1) - 1) * limit;
  const items = records
    .toReversed()
    .slice(start, start + limit)
    .map(render);
  return { items, pagination: { total_count: records.length, max_page: Math.ceil(records.length / limit) } };
}
