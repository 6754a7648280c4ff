import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLocalName, isLoopbackAddress, isPublicAddress } from '../../src/system/blocked-addresses.ts';

test.each([
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['2001:200::', '2001::', '2001:1ff:ffff::', '2001:200::1'],
  ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
  ['2001:ffff::', '2002::', '2002:ffff::', '2003::'],
  ['2003::', '3fff::', '3fff:fff::', '2a00::1'],
])('%s is of the internet, %s to %s are not, %s is', (before, first, last, after) => {
  expect([before, first, last, after].map(isPublicAddress)).toEqual([true, false, false, true]);
});

test('what is no address, or stands for one of IPv4, is not of the internet', () => {
  const others = [
    '',
    'here',
    '1.2.3',
    '0x7f.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::808:808',
    'fe80::1%eth0',
  ];
  expect(others.filter(isPublicAddress)).toEqual([]);
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      if (isLoopbackAddress(address)) expect(isPublicAddress(address)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      if (isPublicAddress(address)) expect(address).toMatch(/^[23][0-9a-f]{3}:/i);
    }),
  );
});

test('names of local networks are known by their ends', () => {
  for (const name of [
    'localhost',
    'a.localhost',
    'db',
    'printer.local',
    'metadata.google.internal',
    'x.home.arpa.',
    'LAN',
  ])
    expect(isLocalName(name)).toBe(true);
  for (const name of ['example.com', 'localhost.example.com', 'internal.example.org', 'local.de'])
    expect(isLocalName(name)).toBe(false);
});
