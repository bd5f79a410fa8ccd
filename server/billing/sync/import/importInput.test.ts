import { expect, test } from 'vitest';
import { readOwnerMap, toOwnerCsv } from './importInput.ts';

const read = (...lines: string[]) => Object.fromEntries(readOwnerMap(lines.join('\n')).users);

test('reads columns by name, quotes, a byte order mark, and lines of Windows', () => {
  expect(
    read('\uFEFFname,user,customer\r', '"Lovelace, Ada",u_1,cus_1\r', 'x, "u_2" ,"Bob@Shop.example"\r', ''),
  ).toEqual({
    cus_1: 'u_1',
    'bob@shop.example': 'u_2',
  });
});

test('an empty first cell, and line ends in quotes, move nothing to another column', () => {
  const lines = [
    'company,customer,user,found by',
    ',ada@shop.example,u_1,u_9',
    '"Shop\n,eve@shop.example,u_9","cus_2",u_2,',
    ' ,cus_3,u_3',
  ];
  expect(read(...lines)).toEqual({ 'ada@shop.example': 'u_1', cus_2: 'u_2', cus_3: 'u_3' });
  expect(() => read(...lines, ',cus_3,u_4')).toThrow('Line 6 of the CSV gives cus_3 to u_4, an earlier one to u_3');
});

test('a line without a user is left out; the same line twice is one', () => {
  expect(read('customer,user', 'cus_1,', 'cus_2,u_2', 'cus_2,u_2')).toEqual({ cus_2: 'u_2' });
});

test.each([
  [['cus_1,u_1'], 'The first line of the CSV names the columns: customer,user'],
  [
    ['customer,user', 'A@b.example,u_1', 'a@b.example,u_2'],
    'Line 3 of the CSV gives a@b.example to u_2, an earlier one to u_1',
  ],
])('%j is refused', (lines, message) => {
  expect(() => read(...lines)).toThrow(message);
});

test('what is written can be filled in and read', () => {
  const csv = toOwnerCsv([{ providerCustomerId: 'cus_1', reason: 'the CSV names "u_9", who is no user here' }]);
  expect(Object.fromEntries(readOwnerMap(csv.replace('cus_1,', 'cus_1,u_1')).users)).toEqual({ cus_1: 'u_1' });
});
