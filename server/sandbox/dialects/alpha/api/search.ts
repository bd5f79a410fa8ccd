import { invalid } from './errors.ts';
import type { Parameters } from './parameters.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface Searched {
  url: string;
  /** The fields besides `created` and `metadata`, which belong to every object. */
  by: string[];
}

type Fits = (object: object) => boolean;

/** The newest objects that the query fits. Throws the company's 400 for what its search language does not have. */
export function search(objects: object[], given: Parameters, { url, by }: Searched): object {
  given.only('query', 'limit', 'page');
  const limit = given.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const found = objects.filter(readQuery(given.required('query'), by)).toReversed();
  const start = given.integer('page', { min: 0 }) ?? 0;
  const next = start + limit < found.length ? String(start + limit) : null;
  const data = found.slice(start, start + limit);
  return { object: 'search_result', data, has_more: next !== null, next_page: next, url };
}

const CLAUSE =
  /^(?<not>-?)(?<field>[a-z_]+)(?:\[(?:'(?<single>[^']+)'|"(?<double>[^"]+)")\])?(?<sign>:|~|>=|<=|>|<)(?:'(?<text>(?:[^'\\]|\\.)*)'|"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>null|\d+))/;
const JOINT = /^ +(AND|OR) +/i;

/** Clauses joined by AND or by OR, not by both (docs.stripe.com/search, "Query language"). */
function readQuery(query: string, by: string[]): Fits {
  const clauses: Fits[] = [];
  const joints = new Set<string>();
  for (let rest = query.trim(); ; ) {
    const clause = CLAUSE.exec(rest);
    const fits = clause && readClause(clause.groups ?? {}, by);
    if (!fits) throw unreadable(rest);
    clauses.push(fits);
    rest = rest.slice(clause[0].length);
    if (rest === '') break;
    const joint = JOINT.exec(rest);
    if (!joint) throw unreadable(rest);
    joints.add((joint[1] ?? '').toUpperCase());
    rest = rest.slice(joint[0].length);
  }
  if (joints.size > 1) throw unreadable(query);
  return (object) => (joints.has('OR') ? clauses.some((fits) => fits(object)) : clauses.every((fits) => fits(object)));
}

const unreadable = (text: string) => invalid(`We were unable to parse your search query: ${text}`, 'query');

const NUMBERS = new Set(['created', 'amount', 'total']);

type Groups = Record<string, string | undefined>;

function readClause({ not, field = '', single, double, sign = '', text, quoted, bare }: Groups, by: string[]) {
  const key = single ?? double;
  const isMetadata = field === 'metadata' && key !== undefined;
  if (!isMetadata && (key !== undefined || ![...by, 'created'].includes(field))) return null;
  const compare = comparing[NUMBERS.has(field) ? 'numbers' : 'texts'][sign];
  const value = bare ?? (text ?? quoted ?? '').replace(/\\(.)/g, '$1');
  if (!compare || (bare === 'null' && (!isMetadata || sign !== ':'))) return null;
  return (object: object) => {
    const found = isMetadata ? (Reflect.get(object, 'metadata') as Groups)[key] : Reflect.get(object, field);
    const fits = bare === 'null' ? found === undefined : found != null && compare(found, value);
    return fits !== (not === '-');
  };
}

const lower = (value: unknown) => String(value).toLowerCase();

/** `:` and `~` ignore case; `~` is a part of the text. */
const comparing: Record<'texts' | 'numbers', Record<string, (found: unknown, asked: string) => boolean>> = {
  texts: {
    ':': (found, asked) => lower(found) === lower(asked),
    '~': (found, asked) => asked.length >= 3 && lower(found).includes(lower(asked)),
  },
  numbers: {
    ':': (found, asked) => Number(found) === Number(asked),
    '>': (found, asked) => Number(found) > Number(asked),
    '<': (found, asked) => Number(found) < Number(asked),
    '>=': (found, asked) => Number(found) >= Number(asked),
    '<=': (found, asked) => Number(found) <= Number(asked),
  },
};
