import type { Metadata } from '../../../core/records.ts';
import { isWebAddress, METADATA } from '../../request.ts';
import { invalid, type Problem, unusable } from './errors.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The fields of a body or a query. null counts as absent and unknown fields are ignored, as at the company. The readers
 * throw its 422 for invalid values.
 */
export class Given {
  private readonly values: Record<string, unknown>;

  constructor(
    values: unknown,
    private readonly place: 'body' | 'query' | 'path',
  ) {
    this.values = typeof values === 'object' && values !== null ? { ...values } : {};
  }

  has(name: string): boolean {
    return (this.values[name] ?? null) !== null;
  }

  /** Whether the field is explicitly null, where the company distinguishes that from absent. */
  isNull(name: string): boolean {
    return this.values[name] === null;
  }

  value(name: string): unknown {
    return this.values[name] ?? undefined;
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.problem(name, 'string_type', 'Input should be a valid string');
  }

  required(name: string): string {
    const value = this.text(name);
    if (value !== undefined) return value;
    throw this.problem(name, 'missing', 'Field required');
  }

  uuid(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || UUID.test(value)) return value;
    throw this.problem(name, 'uuid_parsing', 'Input should be a valid UUID');
  }

  /** A UUID, or any id that exists in the books: a fact from a test may have set an id in another format. */
  id(name: string, isKnown: (id: string) => boolean): string {
    const given = this.text(name) ?? '';
    return isKnown(given) ? given : (this.uuid(name) ?? '');
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw this.problem(name, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input');
  }

  integer(name: string, bounds: { min: number; max: number }): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' ? Number(value || Number.NaN) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      throw this.problem(name, 'int_parsing', 'Input should be a valid integer, unable to parse input');
    }
    if (number < bounds.min) {
      throw this.problem(name, 'greater_than_equal', `Input should be greater than or equal to ${bounds.min}`);
    }
    if (number > bounds.max) {
      throw this.problem(name, 'less_than_equal', `Input should be less than or equal to ${bounds.max}`);
    }
    return number;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.value(name);
    const choice = choices.find((candidate) => candidate === value);
    if (value === undefined || choice !== undefined) return choice;
    throw this.problem(name, 'enum', `Input should be ${choices.map((each) => `'${each}'`).join(' or ')}`);
  }

  address(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || isWebAddress(value)) return value;
    throw this.problem(name, 'url_parsing', 'Input should be a valid URL');
  }

  /** Unix ms. */
  time(name: string): number | undefined {
    const value = this.text(name);
    const at = Date.parse(value ?? '');
    if (value === undefined || !Number.isNaN(at)) return value === undefined ? undefined : at;
    throw this.problem(name, 'datetime_from_date_parsing', 'Input should be a valid datetime');
  }

  texts(name: string): string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list = Array.isArray(value) ? value : [value];
    if (list.every((each) => typeof each === 'string')) return list;
    throw this.problem(name, 'string_type', 'Input should be a valid string');
  }

  metadata(name = 'metadata'): Metadata {
    const value = this.value(name) ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw this.problem(name, 'dict_type', 'Input should be a valid dictionary');
    }
    const entries = Object.entries(value);
    if (entries.length > METADATA.keys) {
      throw this.problem(name, 'too_long', `Dictionary should have at most ${METADATA.keys} items`);
    }
    const wrong = entries.find(([key, each]) => key === '' || key.length > METADATA.key || !isMetadataValue(each));
    if (wrong) throw unusable([this.place, name, wrong[0]], 'Not a usable metadata entry', wrong[1]);
    return value as Metadata;
  }

  problem(name: string, type: string, msg: string): Error {
    const loc: Problem['loc'] = [this.place, name];
    return invalid({ type, loc, msg, input: this.value(name) ?? null });
  }
}

function isMetadataValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= 1 && value.length <= METADATA.value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
