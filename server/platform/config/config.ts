import { resolve } from 'node:path';
import { socketUrlProblem } from '#lib/text/rules.ts';
import { ConfigurationError } from './configuration-error.ts';
import { readSignOn, type SignOnConfig } from './sign-on.ts';
import { readSmtpUrl, type SmtpConfig } from './smtp-url.ts';
import { readStorageUrl, S3_MAX_FILE_BYTES, type StorageConfig } from './storage-url.ts';

/** What a process does: serve requests and sockets, or work in the background (docs/contract.md §1). */
export type Role = 'web' | 'worker';

/** Everything that the environment configures (docs/contract.md §1), read once at the start. */
export type Config = {
  host: string;
  port: number;
  /** At least one. */
  roles: ReadonlySet<Role>;
  /** Absolute path of the folder that stores everything of the embedded default. */
  dataDir: string;
  /** A PostgreSQL server, or null for the embedded one. */
  databaseUrl: string | null;
  /** A bucket for files, or null to store them in `dataDir`. */
  storage: StorageConfig | null;
  /** Without a trailing slash. */
  publicUrl: string;
  /** How mail is sent, or null where none is. */
  smtp: SmtpConfig | null;
  /** The provider of single sign-on, or null where there is none. */
  signOn: SignOnConfig | null;
  /** Given by the environment, or null to create one and store it in `dataDir`. */
  secretKey: string | null;
  /** Multiplies every limit; 0 switches them off. */
  rateLimitFactor: number;
  /** Addresses whose `X-Forwarded-*` is believed. */
  trustedProxies: string[];
  apiHost: string;
  /** A file may have this many bytes. */
  maxUploadBytes: number;
  logLevel: string;
  /** Fill the hub with example content and offer its account at the sign-in page. */
  demo: boolean;
  /** Absolute path of the folder of the built pages. */
  buildFolder: string;
  /** Reload pages while their source is being changed. */
  dev: boolean;
  /** Compare responses with the schema of their route: in development and in tests. */
  checkResponses: boolean;
};

/** Variables of the contract whose capability does not exist yet: setting one must not be silently ignored. */
const NOT_YET = {
  LIVEKIT_URL: 'a media server',
  LIVEKIT_API_KEY: 'a media server',
  LIVEKIT_API_SECRET: 'a media server',
  EMBEDDINGS_URL: 'semantic search',
  NEXT_PUBLIC_FIREBASE_CONFIG: 'a hosted identity service',
} as const;

/** 2 GB, as the upload area states. */
const MAX_UPLOAD_BYTES = 2_000_000_000;

type Environment = Record<string, string | undefined>;

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigurationError(
      `${name} must be a whole number from ${least} to ${most}, but it is “${text}”.`,
    );
  }
  return value;
}

function address(env: Environment, name: string, protocols: string[]): URL | null {
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) {
    const isHost = socketUrlProblem(text) === null;
    const begins = protocols.map((p) => `${p}//`).join(' or ');
    throw new ConfigurationError(
      isHost
        ? `${name} must begin with ${begins}, but it is a host alone: “${text}”.`
        : `${name} must be an address that begins with ${begins}.`,
    );
  }
  return url;
}

function rateLimitFactor(env: Environment): number {
  const text = env.RATE_LIMIT_FACTOR?.trim();
  if (!text) return 1;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) {
    throw new ConfigurationError(`RATE_LIMIT_FACTOR must be a number from 0 up, but it is “${text}”.`);
  }
  return value;
}

const isRole = (name: string): name is Role => name === 'web' || name === 'worker';

function readRoles(env: Environment): ReadonlySet<Role> {
  const names = (env.ROLE ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = names.find((name) => !isRole(name));
  if (wrong !== undefined) {
    throw new ConfigurationError(`ROLE must be web, worker, or both: web,worker. “${wrong}” is neither.`);
  }
  const roles = new Set<Role>(names.length > 0 ? names.filter(isRole) : ['web', 'worker']);
  if (roles.size === 1 && !env.DATABASE_URL?.trim()) {
    throw new ConfigurationError(
      `ROLE is ${[...roles][0]} alone, but DATABASE_URL is not set: processes with different roles share a PostgreSQL server. Set DATABASE_URL and SECRET_KEY, or unset ROLE.`,
    );
  }
  return roles;
}

/**
 * Reads the environment.
 * @throws ConfigurationError with a message for the administrator when a variable can't be used.
 */
export function readConfig(env: Environment, options: { demo?: boolean; dev?: boolean } = {}): Config {
  for (const [name, what] of Object.entries(NOT_YET)) {
    if (env[name]?.trim()) {
      throw new ConfigurationError(
        `${name} is set, but this version of Hubkeep cannot use ${what} yet. Unset it to start.`,
      );
    }
  }
  const roles = readRoles(env);
  const host = env.HOST?.trim() || '127.0.0.1';
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const configured = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  const publicUrl = (configured?.href ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
    /\/+$/,
    '',
  );
  const storageUrl = env.STORAGE_URL?.trim();
  const storage = storageUrl ? readStorageUrl(storageUrl) : null;
  const smtpUrl = env.SMTP_URL?.trim();
  const apiHost = address(env, 'NEXT_PUBLIC_API_HOST', ['http:', 'https:']);
  const secretKey = env.SECRET_KEY?.trim() || null;
  if (databaseUrl && !secretKey) {
    throw new ConfigurationError(
      'SECRET_KEY is required when DATABASE_URL is set: every process on that database must sign with the same key.',
    );
  }
  if (secretKey && secretKey.length < 16) {
    throw new ConfigurationError('SECRET_KEY must have at least 16 characters.');
  }
  return {
    host,
    port,
    roles,
    dataDir: resolve(env.DATA_DIR?.trim() || './data'),
    databaseUrl: databaseUrl?.href ?? null,
    storage,
    publicUrl,
    smtp: smtpUrl ? readSmtpUrl(smtpUrl, publicUrl) : null,
    signOn: readSignOn(env),
    secretKey,
    rateLimitFactor: rateLimitFactor(env),
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    apiHost: (apiHost?.href ?? '').replace(/\/+$/, ''),
    maxUploadBytes: integer(
      env,
      'MAX_UPLOAD_BYTES',
      MAX_UPLOAD_BYTES,
      1,
      storage ? S3_MAX_FILE_BYTES : Number.MAX_SAFE_INTEGER,
    ),
    logLevel: env.LOG_LEVEL?.trim() || 'info',
    buildFolder: resolve(env.HUBKEEP_BUILD_DIR ?? '.next'),
    demo: options.demo ?? false,
    dev: options.dev ?? false,
    checkResponses: options.dev || env.CHECK_RESPONSES === '1',
  };
}
