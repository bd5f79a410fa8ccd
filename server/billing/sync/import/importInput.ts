/** Who the operator says the provider's customers belong to. */
export interface OwnerMap {
  /** A user id or an address, by the provider's customer id or the customer's address in lower case. */
  users: ReadonlyMap<string, string>;
}

/** What decides about the owners of an import. */
export interface ImportInput {
  map?: OwnerMap;
  /** The key of the customers' metadata that holds our user ids, and that no buyer can write. */
  trustedKey?: string;
  /** ISO 8601: payments since then; absent: those of the running periods. */
  since?: string;
  /** ISO 8601, of a restored database: about when its backup was made. */
  restoredFrom?: string;
}

/** A line of the map that can't be used. */
export class MapError extends Error {}

/**
 * Reads CSV with the header `customer,user`; further columns are left out, and so are lines without a user. Throws
 * MapError.
 */
export function readOwnerMap(csv: string): OwnerMap {
  const [first, ...rows] = readRows(csv.replace(/^\uFEFF/, ''));
  const header = first?.cells ?? [];
  const [customerAt, userAt] = ['customer', 'user'].map((name) => header.indexOf(name)) as [number, number];
  if (customerAt < 0 || userAt < 0) throw new MapError('The first line of the CSV names the columns: customer,user');
  const users = new Map<string, string>();
  for (const { line, cells } of rows) {
    const [customer = '', user = ''] = [cells[customerAt], cells[userAt]];
    if (customer === '' || user === '') continue;
    const key = keyOf(customer);
    const before = users.get(key);
    if (before !== undefined && before !== user)
      throw new MapError(`Line ${line} of the CSV gives ${customer} to ${user}, an earlier one to ${before}`);
    users.set(key, user);
  }
  return { users };
}

/** Ids are case-sensitive, addresses are not. */
export const keyOf = (customer: string): string => (customer.includes('@') ? customer.toLowerCase() : customer);

interface Row {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
}

/** A cell and what ends it. It may stand in quotes, with commas and line ends; a quote in it is doubled. */
const CELL = /[^\S\r\n]*(?:"((?:[^"]|"")*)"[^\S\r\n]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/g;

function readRows(csv: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  for (const [whole, quoted, plain = '', end] of csv.matchAll(CELL)) {
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ',') continue;
    rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

/** One customer a line, with a column to fill in. */
export function toOwnerCsv(rows: readonly { providerCustomerId: string; reason: string }[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return ['customer,user,reason', ...rows.map((row) => `${row.providerCustomerId},,${quoted(row.reason)}`), ''].join(
    '\n',
  );
}
