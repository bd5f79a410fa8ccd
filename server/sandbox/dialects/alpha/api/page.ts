import { list } from '../objects/catalogue.ts';
import { invalid } from './errors.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface Listed {
  id: string;
  created?: number | null;
}

interface Listing {
  url: string;
  /** Parameters that filter by the object's field of the same name. */
  by?: string[];
  /** Parameters that the caller handles. */
  also?: string[];
}

/** One page of objects (passed oldest first, returned newest first). Unknown parameters are refused. */
export function page<T extends Listed>(objects: T[], given: Parameters, { url, by = [], also = [] }: Listing) {
  given.only(...by, ...also, 'created', 'limit', 'starting_after', 'ending_before');
  const limit = given.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const wanted = createdIn(given);
  const newest = objects.filter((each) => isAsked(each, given, by) && wanted(each.created ?? 0)).toReversed();
  const before = given.text('ending_before');
  if (before !== undefined) {
    const rest = newest.slice(0, placeOf(newest, before, 'ending_before'));
    return list(rest.slice(-limit), url, rest.length > limit);
  }
  const after = given.text('starting_after');
  const rest = newest.slice(after === undefined ? 0 : placeOf(newest, after, 'starting_after') + 1);
  return list(rest.slice(0, limit), url, rest.length > limit);
}

function isAsked(object: object, given: Parameters, by: string[]): boolean {
  return by.every((name) => given.text(name) === undefined || String(Reflect.get(object, name)) === given.text(name));
}

function placeOf(objects: Listed[], id: string, parameter: string): number {
  const index = objects.findIndex((each) => each.id === id);
  if (index < 0) throw invalid(`No such object: '${id}'`, parameter, 'resource_missing');
  return index;
}

/** `created` is an exact second, or a range: `created[gte]`. */
function createdIn(given: Parameters): (created: number) => boolean {
  if (given.isText('created')) {
    const only = given.integer('created', { min: 0 });
    return (created) => created === only;
  }
  const range = given.hash('created').only('gt', 'gte', 'lt', 'lte');
  const bound = (name: string, missing: number) => range.integer(name, { min: 0 }) ?? missing;
  const [from, after] = [bound('gte', 0), bound('gt', -1)];
  const [until, before] = [bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER)];
  return (created) => created >= from && created > after && created <= until && created < before;
}
