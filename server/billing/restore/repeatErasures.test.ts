import { expect, test } from 'vitest';
import { DELETED } from '../accounts/eraseUser.ts';
import { readErased } from './repeatErasures.ts';

const log = (msg: string, userId: unknown) => JSON.stringify({ level: 30, userId, msg });

test('reads ids, one a line, or the log lines about deletions among others', () => {
  const text = [
    'u1',
    ' u2 ',
    '',
    log(DELETED, 'u3'),
    log('Reconciled', 'u4'),
    log(DELETED, 7),
    '{broken',
    log(DELETED, 'u3'),
  ];
  expect(readErased(text.join('\r\n'))).toEqual(['u1', 'u2', 'u3']);
});

test.each([
  ['docker compose', (line: string) => `billing-1  | ${line}`],
  ['the journal', (line: string) => `Nov 26 14:53:54 host node[77]: ${line}`],
  ['Kubernetes', (line: string) => `2026-11-26T14:53:54.1Z stdout F ${line}`],
  ['Docker', (line: string) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-26T14:53:54.1Z' })],
])('reads the log as %s keeps it', (_who, kept) => {
  const lines = [log(DELETED, 'u1'), log('Reconciled', 'u2'), '> subscription-payments start', log(DELETED, 'u3')];
  expect(readErased(lines.map(kept).join('\n'))).toEqual(['u1', 'u3']);
});

test.each([
  ['a list with more than ids', 'u1\nu2, on Monday', 'Line 2'],
  ['a deletion that was cut off', `${log(DELETED, 'u1')}\n${log(DELETED, 'u2').slice(0, -1)}`, 'Line 2'],
  ['a deletion in a form for people', `${log('Ready', 'x')}\n\n[14:53] INFO: ${DELETED}`, 'Line 3'],
])('%s is refused: whoever it names would be back', (_what, text, where) => {
  expect(() => readErased(text)).toThrow(where);
});
