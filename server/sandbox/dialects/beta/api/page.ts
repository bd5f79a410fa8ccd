import type { Fields } from './fields.ts';

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;

export const pageFields = ['page_number', 'page_size'];

/** One page of `records`, passed oldest first and returned newest first. */
export function page<T>(records: T[], query: Fields, show: (record: T) => object): object {
  const number = query.integer('page_number', { min: 1 }) ?? 1;
  const size = query.integer('page_size', { min: 1, max: MAX_SIZE }) ?? DEFAULT_SIZE;
  const pages = Math.ceil(records.length / size);
  const items = records.toReversed().slice((number - 1) * size, number * size);
  return {
    items: items.map(show),
    pagination: {
      total_records: records.length,
      total_pages: pages,
      current_page: number,
      next_page: number < pages ? number + 1 : null,
      prev_page: number > 1 ? number - 1 : null,
    },
  };
}
