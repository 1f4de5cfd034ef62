import { isIP } from 'node:net';
import { ConfigurationError } from './configuration-error.ts';

/** The provider of single sign-on, from OIDC_ISSUER and its neighbours (docs/contract.md §1). */
export type SignOnConfig = {
  /** Below it is `/.well-known/openid-configuration`. */
  issuer: URL;
  clientId: string;
  /** Null for a public client, whose codes are protected by PKCE alone. */
  clientSecret: string | null;
  /** The word on the button. */
  name: string;
};

const NAME_MAX = 40;
const DEFAULT_NAME = 'single sign-on';

const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
};

function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ConfigurationError(
      'OIDC_ISSUER must be the address of an OpenID Connect provider, such as https://id.example.org.',
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigurationError(
      'OIDC_ISSUER must begin with https://: over plain http:// anybody between could sign in as anybody. Only a provider on this machine may use http://.',
    );
  }
  if (url.search || url.hash || url.username || url.password) {
    throw new ConfigurationError('OIDC_ISSUER must be an address without a query, a fragment or a password.');
  }
  return url;
}

/**
 * Reads the variables of single sign-on; null where none is set.
 * @throws ConfigurationError where only some of them are set, or can't be used; never with the secret.
 */
export function readSignOn(env: Record<string, string | undefined>): SignOnConfig | null {
  const value = (name: string) => env[name]?.trim() || null;
  const issuer = value('OIDC_ISSUER');
  const clientId = value('OIDC_CLIENT_ID');
  const clientSecret = value('OIDC_CLIENT_SECRET');
  const name = value('OIDC_NAME');
  if (!issuer && !clientId && !clientSecret && !name) return null;
  const missing = [issuer ? [] : ['OIDC_ISSUER'], clientId ? [] : ['OIDC_CLIENT_ID']].flat();
  if (!issuer || !clientId) {
    throw new ConfigurationError(
      `Single sign-on is configured in part: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set. Set OIDC_ISSUER and OIDC_CLIENT_ID together (and OIDC_CLIENT_SECRET, unless the provider knows Hubkeep as a public client), or unset all of them.`,
    );
  }
  if (name && name.length > NAME_MAX) {
    throw new ConfigurationError(`OIDC_NAME must have at most ${NAME_MAX} characters: it is on a button.`);
  }
  return { issuer: readIssuer(issuer), clientId, clientSecret, name: name ?? DEFAULT_NAME };
}
