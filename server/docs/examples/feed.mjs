/**
 * Keeps what users may use, from the change feed, by the reader's rule: a row counts until its `endsAt`; then the user is
 * asked about. Each line of input is a time (ISO 8601) and user ids; a line of output is what they may use at that time.
 * usage: node feed.mjs http://localhost:3000 <service key>
 */
import { createInterface } from 'node:readline';

const [base, key] = process.argv.slice(2); // a key with the scopes changes+read
const rows = new Map(); // in your database: write the rows of a page and its cursor in one transaction
let cursor;

async function get(path, user) {
  const headers = { authorization: `Bearer ${key}`, ...(user && { 'x-user-id': user }) };
  const response = await fetch(base + path, { headers });
  if (response.status === 410) return null;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function keep(access) {
  const known = rows.get(access.userId);
  if (!known || known.asOf <= access.asOf) rows.set(access.userId, access);
}

/** Reads the feed to its end. Call it in a loop with a wait of 25, beside whatever asks `accessOf`. */
async function follow(wait = 0) {
  for (;;) {
    const page = await get(`/api/payments/changes?limit=500&wait=${wait}${cursor ? `&after=${cursor}` : ''}`);
    cursor = page?.cursor;
    if (page?.changes.length === 0) return;
    if (!page) rows.clear(); // 410: the service was restored from a backup
    for (const { access } of page?.changes ?? []) keep(access);
  }
}

async function accessOf(user, at) {
  const row = rows.get(user);
  if (row && (row.endsAt === null || at < new Date(row.endsAt))) return row;
  const { access } = await get('/api/payments/access', user);
  keep(access);
  return access;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [time, ...users] = line.split(' ');
  await follow();
  const answers = [];
  for (const user of users) answers.push(await accessOf(user, new Date(time)));
  console.log(JSON.stringify(answers));
}
