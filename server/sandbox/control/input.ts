import { Refusal } from '../core/refusal.ts';

type Plain = Record<string, unknown>;

/** The fields of a JSON body; the readers throw a Refusal that names the field. */
export class Input {
  private readonly values: Plain;

  constructor(body: unknown) {
    if (Array.isArray(body)) throw new Refusal('invalid', 'The body is an object');
    this.values = typeof body === 'object' && body !== null ? (body as Plain) : {};
  }

  /** Refuses all other names: a misspelt one would change nothing, and nobody would see it. */
  only(names: readonly string[]): this {
    const unknown = Object.keys(this.values).find((name) => !names.includes(name));
    if (unknown === undefined) return this;
    const known = names.length > 0 ? `there are ${names.join(', ')}` : 'this takes none';
    throw new Refusal('invalid', `Unknown key ${unknown}: ${known}`, unknown);
  }

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** The value without any check. */
  value(name: string): unknown {
    return this.values[name];
  }

  text(name: string): string {
    const value = this.values[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new Refusal('invalid', `${name} must be a text`, name);
  }

  texts(name: string): string[] {
    const value = this.values[name];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    throw new Refusal('invalid', `${name} must be a list of texts`, name);
  }

  list(name: string): Input[] {
    const value = this.values[name];
    if (Array.isArray(value)) return value.map((one) => new Input(one));
    throw new Refusal('invalid', `${name} must be a list`, name);
  }

  number(name: string, bounds: { min: number; max: number }): number {
    const value = this.values[name];
    if (typeof value === 'number' && value >= bounds.min && value <= bounds.max) return value;
    throw new Refusal('invalid', `${name} must be a number from ${bounds.min} to ${bounds.max}`, name);
  }

  flag(name: string): boolean {
    const value = this.values[name];
    if (typeof value === 'boolean') return value;
    throw new Refusal('invalid', `${name} must be true or false`, name);
  }

  optional<T>(name: string, read: (name: string) => T): T | undefined {
    return this.has(name) ? read(name) : undefined;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T {
    const choice = choices.find((candidate) => candidate === this.values[name]);
    if (choice !== undefined) return choice;
    throw new Refusal('invalid', `${name} must be one of ${choices.join(', ')}`, name);
  }

  within(name: string): Input {
    return new Input(this.values[name]);
  }
}
