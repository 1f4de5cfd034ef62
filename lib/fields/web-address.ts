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

/** What a top-level domain looks like: letters alone, or Punycode. */
const TOP_LEVEL = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** Endings of names of files; those that are countries too, such as `.md` and `.py`, are domains. */
const FILE_ENDINGS: ReadonlySet<string> = new Set([
  ...[
    'pdf',
    'txt',
    'csv',
    'tsv',
    'rtf',
    'log',
    'bak',
    'tmp',
    'ini',
    'cfg',
    'dat',
    'xml',
    'json',
    'yaml',
    'yml',
  ],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key', 'epub'],
  ...[
    'jpg',
    'jpeg',
    'png',
    'gif',
    'svg',
    'webp',
    'bmp',
    'tif',
    'tiff',
    'heic',
    'psd',
    'wav',
    'avi',
    'mov',
    'mkv',
  ],
  ...['zip', 'rar', 'tar', 'gz', 'exe', 'dll', 'bin', 'iso', 'dmg', 'apk', 'msi', 'bat', 'vcf', 'ics', 'eml'],
  ...[
    'js',
    'mjs',
    'ts',
    'tsx',
    'jsx',
    'css',
    'scss',
    'html',
    'htm',
    'php',
    'asp',
    'aspx',
    'jsp',
    'java',
    'sql',
  ],
]);

/** Whether a host that was written without a scheme is surely meant as an address: `example.org`, not `report.pdf` or `3.5`. */
function isSurelyDomain(host: string): boolean {
  if (/^www\./i.test(host)) return true;
  const name = host.includes('_') || isIp(host) ? null : asciiDomain(host.replace(/\.$/, ''));
  const ending = name && TOP_LEVEL.exec(name.toLowerCase())?.[0].slice(1);
  return Boolean(ending) && !FILE_ENDINGS.has(ending ?? '');
}

const refused = (problem: AddressProblem): ParsedAddress => ({ ok: false, problem });

/**
 * Parses a web address as users write it: `example.com` means `https://`. Otherwise the address is stored as it was
 * written.
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
  if (!scheme && (user !== undefined || !isSurelyDomain(host))) return refused('no_scheme');
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
