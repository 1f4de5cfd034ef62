import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 that is not public (IANA special-purpose registry, multicast, reserved). */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of the allocated IPv6 (2000::/3), what isn't a host of its own, such as tunnels to IPv4. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6');
const isAllocated = new BlockList();
isAllocated.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is a host on the public internet: not this machine, its network, a carrier's, multicast,
 * nor IPv4 embedded in IPv6 (mapped, NAT64, 6to4, Teredo). False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    isAllocated.check(address, 'ipv6') &&
    !special.check(address, 'ipv6')
  );
}
