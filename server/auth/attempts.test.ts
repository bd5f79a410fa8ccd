import { expect, test } from 'vitest';
import { mailboxOf, networkOf } from './attempts.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('the sender of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.com ', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['ada@a+b.example', 'ada@a+b.example'],
  ['ada+shop', 'ada+shop'],
  ['', ''],
])('mails to %j are counted for %j', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
