import { type Instant, toInstant } from './instant.ts';

interface SqlTypes {
  text: string;
  int: number;
  bool: boolean;
  timestamptz: Instant;
  jsonb: Record<string, unknown>;
}

type SqlType = keyof SqlTypes;

/** A column's type in PostgreSQL, and whether it may be null. */
export type Column = SqlType | `${SqlType} null`;

export type Columns = Readonly<Record<string, Column>>;

type ValueOf<C extends Column> = C extends `${infer T extends SqlType} null`
  ? SqlTypes[T] | null
  : C extends SqlType
    ? SqlTypes[C]
    : never;

/** A row in the rules' terms: times are `Instant`s, and closed lists have the type `Closed`. */
export type RowOf<C extends Columns, Closed extends { [Name in keyof C]?: string | null } = object> = {
  readonly [Name in keyof C]: Name extends keyof Closed ? Closed[Name] : ValueOf<C[Name]>;
};

export const namesOf = <C extends Columns>(columns: C) => Object.keys(columns) as (keyof C & string)[];

/** In PostgreSQL. */
export const typeOf = (column: string): string => column.replace(' null', '');

/** `('a', 'b')`, for our own constants, which contain no quotation marks. */
export const inList = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`;

export const quoted = (name: string): string => `"${name}"`;

/** A row of the table `alias` as a JSON array, in the order of its columns. */
export function jsonOf(columns: Columns, alias: string): string {
  return `json_build_array(${namesOf(columns)
    .map((name) => `${alias}.${quoted(name)}`)
    .join(', ')})`;
}

/** Reads what `jsonOf` writes. */
export function rowReader<Row>(columns: Readonly<Record<keyof Row, Column>>): (values: readonly unknown[]) => Row {
  const fields = Object.entries<Column>(columns).map(([name, column]) => ({
    name,
    isTime: column.startsWith('timestamptz'),
  }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, isTime }] of fields.entries()) {
      const value = values[index];
      row[name] = isTime && typeof value === 'string' ? toInstant(value) : value;
    }
    return row as Row;
  };
}
