import { expect, test } from 'vitest';
import { DELETED } from '../accounts/eraseUser.ts';
import { readErased } from './repeatErasures.ts';

test('reads ids, one a line, or the log lines about deletions among others', () => {
  const log = (msg: string, userId: unknown) => JSON.stringify({ level: 30, userId, msg });
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
