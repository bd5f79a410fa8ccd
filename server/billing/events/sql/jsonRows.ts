import { typeOf } from '../../records/columns.ts';

/** PostgreSQL copies a statement's text on every use, so the text is kept short. */
export const compact = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

interface JsonRows {
  /** `$1` */
  parameter: string;
  columns: Readonly<Record<string, string>>;
  /** A row's number; its position, from 1, unless given. */
  number?: string;
}

/**
 * A condition that is always true for numbered rows. Without it PostgreSQL estimates a hundred rows per parameter, and
 * a plan made while the tables were small would scan them whole until they are analyzed.
 */
const few = (number: string): string => `(${number} > 0)::int = 1`;

/** The rows of a JSON parameter, numbered as `n`. */
export function jsonRows({ parameter, columns, number = 'ordinality::int' }: JsonRows): string {
  const definition = Object.entries(columns)
    .map(([name, type]) => `"${name}" ${typeOf(type)}`)
    .join(', ');
  return `SELECT *, ${number} AS n FROM ROWS FROM (json_to_recordset(${parameter}::json) AS (${definition}))
    WITH ORDINALITY WHERE ${few('ordinality')}`;
}
