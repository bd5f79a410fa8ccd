import type { Metadata } from '../../../core/records.ts';
import { isWebAddress, METADATA } from '../../request.ts';
import { invalid } from './errors.ts';

/** Form parameters with nested keys already parsed. The readers throw the company's 400 for invalid values. */
export class Parameters {
  private readonly values: Record<string, unknown>;

  constructor(
    values: unknown,
    private readonly path = '',
  ) {
    this.values = typeof values === 'object' && values !== null ? { ...values } : {};
  }

  /** Refuses unknown names, as the company does. */
  only(...known: string[]): this {
    const unknown = Object.keys(this.values).find((name) => !known.includes(name) && name !== 'expand');
    if (unknown !== undefined) {
      const name = this.nameOf(unknown);
      throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    }
    return this;
  }

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  isText(name: string): boolean {
    return typeof this.values[name] === 'string';
  }

  number(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (value !== '' && number >= min && number <= max) return number;
    throw invalid(`Invalid decimal: ${value}`, this.nameOf(name), 'parameter_invalid_decimal');
  }

  /** An empty string counts as given: it unsets a field. */
  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw invalid(`Invalid string: ${JSON.stringify(value)}`, this.nameOf(name));
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value) return value;
    throw invalid(`Missing required param: ${this.nameOf(name)}.`, this.nameOf(name), 'parameter_missing');
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    const choice = choices.find((candidate) => candidate === value);
    if (value !== undefined && choice === undefined) {
      throw invalid(`Invalid ${this.nameOf(name)}: must be one of ${choices.join(', ')}`, this.nameOf(name));
    }
    return choice;
  }

  flag(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  integer(name: string, bounds: { min: number; max?: number }): number | undefined {
    const value = this.text(name);
    if (value === undefined || value === '') return undefined;
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= bounds.min && number <= (bounds.max ?? Number.MAX_SAFE_INTEGER))) {
      throw invalid(`Invalid integer: ${value}`, this.nameOf(name), 'parameter_invalid_integer');
    }
    return number;
  }

  address(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || isWebAddress(value)) return value;
    throw invalid('Not a valid URL', this.nameOf(name), 'url_invalid');
  }

  /** A nested hash; an absent one is read as empty. */
  hash(name: string): Parameters {
    return new Parameters(this.values[name], this.nameOf(name));
  }

  /** A nested list of hashes. */
  items(name: string): Parameters[] {
    const value = this.values[name];
    const list = typeof value === 'object' && value !== null ? Object.values(value) : [];
    return list.map((item, index) => new Parameters(item, `${this.nameOf(name)}[${index}]`));
  }

  texts(name: string): string[] {
    const value = this.values[name];
    const list = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return list.filter((item) => typeof item === 'string');
  }

  metadata(): Metadata {
    const given = Object.entries(this.hash('metadata').values).map(([key, value]) => [key, String(value)] as const);
    if (given.length > METADATA.keys) throw invalid('Metadata can have up to 50 keys.', this.nameOf('metadata'));
    for (const [key, value] of given) {
      if (key.length > METADATA.key || value.length > METADATA.value) {
        throw invalid('Metadata keys have up to 40 characters, values up to 500.', this.nameOf('metadata'));
      }
    }
    return Object.fromEntries(given);
  }

  private nameOf(name: string): string {
    return this.path === '' ? name : `${this.path}[${name}]`;
  }
}

/** Metadata after an update: an empty value removes its key, other values are merged in. */
export function mergeMetadata(before: Metadata, given: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''));
}
