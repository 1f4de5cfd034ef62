import { isIP } from 'node:net';
import { emailProblem } from '#lib/text/rules.ts';
import { ConfigurationError } from './configuration-error.ts';

/** How mail is sent, from SMTP_URL (docs/contract.md §1). */
export type SmtpConfig = {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`), rather than by STARTTLS where the server offers it. */
  secure: boolean;
  /** Nothing is sent unless the line is encrypted. */
  requireTls: boolean;
  verifyCertificate: boolean;
  credentials: { user: string; password: string } | null;
  from: { name: string; address: string };
};

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const PARAMETERS = ['from', 'tls'];

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(
    `SMTP_URL ${what} It looks like smtp://user:password@mail.example:587?from=Hubkeep%20<hub@example.org>.`,
  );
}

/** The sender unless the address names one: this Hubkeep's own host. */
function defaultSender(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(host)) return 'hubkeep@localhost';
  if (isIP(host) === 0) return `hubkeep@${host}`;
  return `hubkeep@[${isIP(host) === 6 ? 'IPv6:' : ''}${host}]`;
}

function sender(text: string | null, publicUrl: string): SmtpConfig['from'] {
  if (!text?.trim()) return { name: 'Hubkeep', address: defaultSender(publicUrl) };
  const [, name, bracketed, plain] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? plain ?? '').trim();
  const [local = '', domain = ''] = address.split('@');
  // A private relay may accept `hubkeep@mail`: a domain without a dot is valid here.
  if (emailProblem(domain.includes('.') ? address : `${local}@${domain}.local`)) {
    throw wrong('has a parameter “from” that is no address (a + in it is written %2B).');
  }
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || 'Hubkeep', address };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % in its name or password that begins no character: write %25 for a percent sign.');
  }
};

/**
 * Reads `smtp://` (STARTTLS where offered) or `smtps://` (TLS from the start), with credentials, and the
 * parameters `from` (the sender) and `tls` (`required` or `optional`). Credentials are never sent over a
 * network unencrypted unless `tls=optional` allows it; on this machine itself the certificate is not
 * verified.
 * @throws ConfigurationError with a message that contains nothing of the address.
 */
export function readSmtpUrl(text: string, publicUrl: string): SmtpConfig {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    throw wrong('must begin with smtp:// or smtps://.');
  }
  const host = decoded(url.hostname).replace(/^\[|\]$/g, '');
  if (!host) throw wrong('names no host.');
  if (url.pathname.replace(/^\/$/, '') || url.hash)
    throw wrong('has something after the host that is no parameter.');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw wrong('has a parameter that is neither “from” nor “tls”.');
  const tls = url.searchParams.get('tls');
  if (tls !== null && tls !== 'required' && tls !== 'optional') {
    throw wrong('has a parameter “tls” that is neither “required” nor “optional”.');
  }
  if (url.password && !url.username) throw wrong('has a password without a name.');
  const credentials = url.username ? { user: decoded(url.username), password: decoded(url.password) } : null;
  const secure = url.protocol === 'smtps:';
  const local = isLoopback(host);
  const requireTls = !secure && (tls === 'required' || (tls === null && credentials !== null && !local));
  return {
    host,
    port: url.port ? Number(url.port) : PORTS[url.protocol],
    secure,
    requireTls,
    // Optional encryption protects from nobody who could forge a certificate (RFC 7435).
    verifyCertificate: !local && (requireTls || (secure && tls !== 'optional')),
    credentials,
    from: sender(url.searchParams.get('from'), publicUrl),
  };
}
