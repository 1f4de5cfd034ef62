import type { ClientAuth, Configuration } from 'openid-client';
import type { SignOnConfig } from '#server/platform/config/sign-on.ts';
import { fetchConfigured, Unreachable } from '#server/platform/http/outbound.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** The values that bind a response of the provider to the browser that was sent there. */
export type SignOnChecks = { state: string; nonce: string; verifier: string };

/** What the provider says about who signed in there. */
export type ProviderIdentity = {
  issuer: string;
  subject: string;
  /** Null where the provider says nothing of it, or does not say that it verified it. */
  verifiedEmail: string | null;
  /** Of the ID token and of the userinfo endpoint, as they were sent. */
  claims: Readonly<Record<string, unknown>>;
};

/** The configured provider, whose metadata is loaded when it is needed. */
export type Provider = {
  /** @throws SignOnFailure */
  begin(redirectUri: string): Promise<{ url: string; checks: SignOnChecks }>;
  /**
   * Redeems the response in `callback`, the address that the provider sent the browser to.
   * @throws SignOnFailure
   */
  finish(callback: URL, checks: SignOnChecks): Promise<ProviderIdentity>;
};

/** Where the provider has moved its endpoints, Hubkeep knows after this time, in milliseconds. */
const METADATA_MS = 3_600_000;
const SCOPE = 'openid profile email';

/** The library is loaded with the first sign-in, not with the start. */
const loadLibrary = () => import('openid-client');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Authenticates as the provider's metadata say; by the header, as the standard has it, where they say nothing. */
function clientAuthentication(library: Library, secret: string | null): ClientAuth {
  if (secret === null) return library.None();
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = methods.includes('client_secret_basic') ? basic : post;
    send(server, client, body, headers);
  };
}

async function discover({ issuer, clientId, clientSecret }: SignOnConfig): Promise<Configuration> {
  const library = await loadLibrary();
  return library.discovery(issuer, clientId, {}, clientAuthentication(library, clientSecret), {
    [library.customFetch]: (url, { method, headers, body, signal }) =>
      fetchConfigured(url, { method, headers, signal, body: body instanceof URLSearchParams ? body : null }),
    // The configuration refuses http:// for all but this machine.
    execute: issuer.protocol === 'http:' ? [library.allowInsecureRequests] : [],
  });
}

/** Loads the metadata once for all who wait, and again when they are old; those of a failure are not kept. */
function cachedDiscovery(config: SignOnConfig): () => Promise<Configuration> {
  let cached: { at: number; loading: Promise<Configuration> } | null = null;
  return () => {
    if (cached && Date.now() - cached.at < METADATA_MS) return cached.loading;
    const loading = discover(config);
    const own = { at: Date.now(), loading };
    cached = own;
    loading.catch(() => {
      if (cached === own) cached = null;
    });
    return loading;
  };
}

function problemOf(library: Library, error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  const cause = { cause: error };
  if (error instanceof library.AuthorizationResponseError) {
    const isDown = ['server_error', 'temporarily_unavailable'].includes(error.error);
    if (error.error === 'access_denied') return new SignOnFailure('denied', cause);
    return new SignOnFailure(isDown ? 'unreachable' : 'refused', cause);
  }
  const isUnreachable = [error, error instanceof Error ? error.cause : null].some(
    (one) => one instanceof Unreachable,
  );
  return new SignOnFailure(isUnreachable ? 'unreachable' : 'refused', cause);
}

type Claims = Readonly<Record<string, unknown>>;

/** The address, where what names it also says that it was verified; some providers say so by a string. */
function verifiedEmailIn(claims: Claims): string | null {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && (isVerified === true || isVerified === 'true') ? email.trim() : null;
}

export function createProvider(config: SignOnConfig): Provider {
  const configuration = cachedDiscovery(config);
  return {
    async begin(redirectUri) {
      const library = await loadLibrary();
      const found = await configuration().catch((error: unknown) => {
        // Metadata that can't be read are the administrator's matter, as an address where nobody answers is.
        throw new SignOnFailure('unreachable', { cause: error });
      });
      const checks = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    async finish(callback, { state, nonce, verifier }) {
      const library = await loadLibrary();
      try {
        const found = await configuration();
        const tokens = await library.authorizationCodeGrant(found, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new SignOnFailure('refused');
        const info: Claims = found.serverMetadata().userinfo_endpoint
          ? await library.fetchUserInfo(found, tokens.access_token, token.sub)
          : {};
        return {
          issuer: token.iss,
          subject: token.sub,
          verifiedEmail: verifiedEmailIn(typeof info.email === 'string' ? info : token),
          claims: { ...token, ...info },
        };
      } catch (error) {
        throw problemOf(library, error);
      }
    },
  };
}
