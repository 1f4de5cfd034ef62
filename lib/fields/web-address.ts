import { type AddressProblem, type ParsedAddress, setAddressParser } from '#lib/fields/address-parser.ts';
import { stripInvisibleCharacters, toHalfWidth } from '#lib/fields/normalize-characters.ts';
import { asciiDomain } from '#lib/text/rules.ts';

/** Scheme, the part before the path, and the rest (RFC 3986 appendix B), also in full width. */
const PARTS = /^(?:([a-zａ-ｚ][a-zａ-ｚ0-9+.-]*)[:：][/／]{2})?([^/?#／？＃]*)(.*)$/isu;

const isIp = (host: string) =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? URL.canParse(`http://${host}`) : /^\[[0-9a-f:.]+\]$/i.test(host);

/** A name with a dot in it, or an IP address; an underscore is no letter of a domain, but browsers open it. */
function isHost(host: string): boolean {
  if (isIp(host)) return true;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return asciiDomain(name.replaceAll('_', 'x'))?.includes('.') === true;
}

const refused = (problem: AddressProblem): ParsedAddress => ({ ok: false, problem });

/**
 * Parses a web address as users write it: `www.example.com` means `https://`. Otherwise the address is stored
 * as it was written.
 */
function readClosely(text: string): ParsedAddress {
  // Invisible characters at the ends were copied by accident; inside, they hide where the address leads.
  const written = text.replace(/^[\p{Zs}\p{Cf}]+|[\p{Zs}\p{Cf}]+$/gu, '');
  if (stripInvisibleCharacters(written) !== written) return refused('invisible');
  if (/\s/u.test(written)) return refused('blank');
  const [, wideScheme, wideAuthority = '', wideRest = ''] = PARTS.exec(written) ?? [];
  const scheme = wideScheme && toHalfWidth(wideScheme).toLowerCase();
  if (scheme && scheme !== 'http' && scheme !== 'https') return refused('scheme');
  const authority = toHalfWidth(wideAuthority);
  const [, user, host = '', port] = /^(.*@)?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/s.exec(authority) ?? [];
  if (!isHost(host) || (port !== undefined && Number(port) > 65_535)) return refused('domain');
  // `report.pdf` and `node.js` look like domains, too: only text with a scheme or `www.` counts as an
  // address.
  if (!scheme && (user !== undefined || !/^www\./i.test(host))) return refused('no_scheme');
  const rest = toHalfWidth(wideRest.slice(0, 1)) + wideRest.slice(1);
  const isWide = authority !== wideAuthority || rest !== wideRest;
  const before = isWide || !scheme ? `${scheme ?? 'https'}://` : written.slice(0, scheme.length + 3);
  const address = `${before}${authority}${rest}`;
  if (!URL.canParse(address)) return refused('other');
  // Browsers accept more characters as the end of a host: `\\` in what looks like a name before an @.
  return isHost(new URL(address).hostname) ? { ok: true, address } : refused('domain');
}

/** Activates the full check of web addresses. */
export const loadAddressParser = (): void => setAddressParser(readClosely);
