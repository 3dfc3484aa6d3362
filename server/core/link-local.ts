import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/**
 * Link-local addresses, at which clouds serve secrets that only the machine itself may
 * read.
 */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
// The same IPv4 addresses in the notations of IPv6 translators.
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
linkLocal.addSubnet('::a9fe:0', 112, 'ipv6');
linkLocal.addSubnet('2002:a9fe::', 32, 'ipv6');

export const linkLocalAdvice =
  'it leads to a link-local address (169.254.0.0/16 or fe80::/10), which holds secrets of this machine at many hosters. Use another address.';

function isLinkLocalIp(ip: string): boolean {
  const address = ip.replace(/%.*$/, '');
  const family = isIP(address);
  return family !== 0 && linkLocal.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Checks a host name as URL returns it: URL normalizes decimal, octal and hexadecimal
 * addresses.
 */
export const isLinkLocal = (hostname: string): boolean =>
  isLinkLocalIp(hostname.replace(/^\[|\]$/g, ''));

/**
 * Checks a host or a web address, including the addresses that its name resolves to now.
 * Returns false for a name that does not resolve.
 */
export async function leadsToLinkLocal(address: string): Promise<boolean> {
  const hostname = /^https?:\/\//i.test(address) ? new URL(address).hostname : address;
  if (isLinkLocal(hostname)) return true;
  const found = await dns.promises.lookup(hostname, { all: true }).catch(() => []);
  return found.some(({ address }) => isLinkLocalIp(address));
}

type Found = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * A lookup for sockets, so that they connect only to addresses that were checked: a name
 * may resolve to another address than a moment ago.
 */
export function lookupRefusingLinkLocal(
  hostname: string,
  options: LookupOptions,
  found: Found,
): void {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    if (addresses.some(({ address }) => isLinkLocalIp(address)))
      return found(new Error(`${hostname}: ${linkLocalAdvice}`), []);
    const [first] = addresses;
    if (options.all || !first) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
