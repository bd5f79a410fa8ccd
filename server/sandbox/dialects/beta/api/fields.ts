import type { Metadata } from '../../../core/records.ts';
import { isWebAddress } from '../../request.ts';
import { invalid } from './errors.ts';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of a JSON body or a query; null counts as absent. The readers throw the company's 400 for invalid values.
 */
export class Fields {
  private readonly values: Plain;

  constructor(values: unknown) {
    if (values !== undefined && !isPlain(values)) throw invalid('The body must be a JSON object.');
    this.values = values ?? {};
  }

  /** Refuses unknown names, as the company does. */
  only(...known: string[]): this {
    const unknown = Object.keys(this.values).find((name) => !known.includes(name));
    if (unknown !== undefined) throw invalid(`property ${unknown} should not exist`);
    return this;
  }

  has(name: string): boolean {
    return (this.values[name] ?? null) !== null;
  }

  text(name: string): string | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') throw invalid(`The '${name}' field must be a string.`);
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw invalid(`The '${name}' field is required.`);
    return value;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    const choice = choices.find((candidate) => candidate === value);
    if (value !== undefined && choice === undefined) throw invalid(`${name} must be one of: ${choices.join(', ')}`);
    return choice;
  }

  flag(name: string): boolean | undefined {
    const value = this.values[name] ?? undefined;
    if (value !== undefined && typeof value !== 'boolean') throw invalid(`${name} must be a boolean value`);
    return value;
  }

  /** Digits in a string count as a number, because a query contains only strings. */
  integer(name: string, { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }): number | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    const usable = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max;
    if (!usable) throw invalid(`${name} must be an integer from ${min} to ${max}`);
    return number;
  }

  address(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || isWebAddress(value)) return value;
    throw invalid(`${name} must be a URL address`);
  }

  /** A nested object; an absent one is read as empty. */
  object(name: string): Fields {
    return new Fields(this.values[name] ?? {});
  }

  objects(name: string): Fields[] {
    const value = this.values[name] ?? [];
    if (!Array.isArray(value)) throw invalid(`${name} must be an array`);
    return value.map((each) => new Fields(each));
  }

  texts(name: string): string[] {
    const value = this.values[name] ?? [];
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
      throw invalid(`each value in ${name} must be a string`);
    return value as string[];
  }

  metadata(): Metadata {
    const entries = Object.entries(this.object('metadata').values);
    const wrong = entries.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
    if (wrong) throw invalid(`metadata.${wrong[0]} must be a string, a number or a boolean`);
    return Object.fromEntries(entries) as Metadata;
  }
}
