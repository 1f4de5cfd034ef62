import { createServer, type RequestListener } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { freePort } from './free-port.ts';

/** Somebody of the provider, by what it says about them. */
export type ProviderPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
  groups?: string[];
  department?: string;
  realm_access?: { roles: string[] };
};

/** A provider of single sign-on on this machine, where anybody who is chosen signs in without a question. */
export type SignOnProvider = {
  issuer: string;
  /** The configuration of a Hubkeep that uses it. */
  env: Record<string, string>;
  /** Who signs in from now on; null for somebody who refuses. */
  signsIn(person: ProviderPerson | null): void;
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  restart(): Promise<void>;
};

const CLIENT_ID = 'hubkeep';
const CLIENT_SECRET = 'the secret of a client of a test';
const SCOPE = 'openid profile email';

/** @param publicUrl of the Hubkeep that may use it */
export async function startSignOnProvider(publicUrl: string): Promise<SignOnProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);
  const people = new Map<string, ProviderPerson>();
  let current: ProviderPerson | null = null;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/auth/oidc/callback`],
      },
    ],
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    jwks: { keys: [{ ...key, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['the key of a provider of a test'] },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups', 'department', 'realm_access'],
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const grant = new provider.Grant({
        clientId: CLIENT_ID,
        ...(accountId === undefined ? {} : { accountId }),
      });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const serve: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const result = current
      ? { login: { accountId: current.sub, remember: false } }
      : { error: 'access_denied', error_description: 'They did not want to.' };
    provider.interactionFinished(request, response, result).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  };

  const listen = async () => {
    const server = createServer(serve);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return server;
  };
  let server = await listen();
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Nordwind ID',
    },
    signsIn(person) {
      current = person;
      if (person) people.set(person.sub, person);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async restart() {
      server = await listen();
    },
  };
}
