import { list } from '../objects/catalogue.ts';
import { invalid } from './errors.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** One page of `records` (given oldest first, shown newest first), from behind `starting_after`. */
export function page<T extends { id: string }>(
  records: T[],
  given: Parameters,
  url: string,
): { object: string; data: T[] } {
  const limit = given.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const newest = records.toReversed();
  const after = given.text('starting_after');
  const index = after === undefined ? -1 : newest.findIndex((record) => record.id === after);
  if (after !== undefined && index < 0)
    throw invalid(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  const rest = newest.slice(index + 1);
  return list(rest.slice(0, limit), url, rest.length > limit);
}
