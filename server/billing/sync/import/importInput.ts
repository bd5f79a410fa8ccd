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
  const [header = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(cells);
  const [customerAt, userAt] = ['customer', 'user'].map((name) => header.indexOf(name)) as [number, number];
  if (customerAt < 0 || userAt < 0) throw new MapError('The first line of the CSV names the columns: customer,user');
  const users = new Map<string, string>();
  lines.forEach((line, index) => {
    const [customer = '', user = ''] = [line[customerAt], line[userAt]];
    if (customer === '' || user === '') return;
    const key = keyOf(customer);
    const before = users.get(key);
    if (before !== undefined && before !== user)
      throw new MapError(`Line ${index + 2} of the CSV gives ${customer} to ${user}, an earlier one to ${before}`);
    users.set(key, user);
  });
  return { users };
}

/** Ids are case-sensitive, addresses are not. */
export const keyOf = (customer: string): string => (customer.includes('@') ? customer.toLowerCase() : customer);

/** A cell may stand in quotes; a quote in it is doubled. */
function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}

/** One customer a line, with a column to fill in. */
export function toOwnerCsv(rows: readonly { providerCustomerId: string; reason: string }[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return ['customer,user,reason', ...rows.map((row) => `${row.providerCustomerId},,${quoted(row.reason)}`), ''].join(
    '\n',
  );
}
