import { isIPv6 } from 'node:net';

/** Bits of an IPv6 address that one customer gets at least (RFC 6177): the rest costs an attacker nothing. */
const NETWORK_GROUPS = 4;

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  if (tail === undefined) return before;
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * The unit of an address for rate limits: an IPv4 address, or an IPv6 network of 64 bits.
 * @param ip as Fastify found it: the peer's, or the one that a trusted proxy reports
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const plain = ip.split('%')[0] ?? ip;
  if (!isIPv6(plain)) return plain;
  const network = groupsOf(plain).slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}
