import { BlockList, isIP } from 'node:net';

/** Networks of IPv4 that are not the internet, as IANA lists them. */
const NOT_PUBLIC_4 = [
  // Unspecified: "this host".
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Behind the NAT of a provider.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; clouds give out keys there.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Documentation.
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Relays of 6to4.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // Benchmarks.
  ['198.18.0.0', 15],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The same of IPv6: all but 2000::/3, and of that what stands for IPv4 or for nobody. */
const NOT_PUBLIC_6 = [
  // Also ::1, and IPv4 that is mapped, compatible, or behind NAT64.
  ['::', 3],
  // Also fc00::/7, fe80::/10 and multicast.
  ['4000::', 2],
  ['8000::', 1],
  // Teredo, benchmarks, ORCHID.
  ['2001::', 23],
  // Documentation.
  ['2001:db8::', 32],
  ['3fff::', 20],
  // 6to4.
  ['2002::', 16],
] as const;

/** Lists are apart: one of IPv6 networks answers for addresses of IPv4 too, as if they were mapped. */
const [blocked4, blocked6, loopback4] = [new BlockList(), new BlockList(), new BlockList()];
for (const [network, bits] of NOT_PUBLIC_4) blocked4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_6) blocked6.addSubnet(network, bits, 'ipv6');
loopback4.addSubnet('127.0.0.0', 8, 'ipv4');

/** True if an address of IPv4 or IPv6 is certainly one of the internet; false for every other text. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, 'ipv4');
  // With a zone it is of this link.
  return family === 6 && !address.includes('%') && !blocked6.check(address, 'ipv6');
}

/** True if an address of IPv4 or IPv6 is one of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) === 4 ? loopback4.check(address, 'ipv4') : address === '::1';

/** The names that are never those of a host of the internet: of this machine, of a local network, or without a domain. */
const LOCAL_NAME =
  /^[^.]+$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example|onion)$/;

/** True if the name of a host says that it is not one of the internet. */
export const isLocalName = (name: string): boolean => LOCAL_NAME.test(name.toLowerCase().replace(/\.$/, ''));
