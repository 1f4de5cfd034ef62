import { ConfigurationError } from './configuration-error.ts';

/** A bucket of an S3-compatible store, from STORAGE_URL (docs/contract.md §1). */
export type StorageConfig = {
  /** `https://host:port`, without a path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What the names of all objects begin with: empty, or with a slash at its end. */
  prefix: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The bucket is in the path of an address, and not in its host. */
  isPathStyle: boolean;
};

const PARAMETERS = ['region', 'tls', 'addressing', 'prefix'];
/** S3 copies an object of at most this many bytes in one request. */
export const S3_MAX_FILE_BYTES = 5_000_000_000;

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(
    `STORAGE_URL ${what} It looks like s3://key:secret@s3.example.org/bucket?region=eu-central-1.`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % in its key or secret that begins no character: write %25 for a percent sign.');
  }
}

function oneOf<Value extends string>(url: URL, name: string, values: readonly [Value, ...Value[]]): Value {
  const requested = url.searchParams.get(name);
  const known = requested === null ? values[0] : values.find((one) => one === requested);
  if (known === undefined) throw wrong(`has a parameter “${name}” that is none of ${values.join(', ')}.`);
  return known;
}

/**
 * Reads `s3://key:secret@host[:port]/bucket` with the parameters `region` (default `us-east-1`), `tls` (`required`, or
 * `off` for a store on a private network), `addressing` (`path`, or `host` where the bucket belongs into the host's
 * name) and `prefix` (what the names of all objects begin with). A slash or plus in the secret is percent-encoded.
 * @throws ConfigurationError with a sentence that contains neither key nor secret.
 */
export function readStorageUrl(text: string): StorageConfig {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.hostname === '') throw wrong('can’t be read.');
  if (url.username === '' || url.password === '') throw wrong('has no key and secret.');
  const [bucket = '', ...rest] = url.pathname.replace(/^\//, '').split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong('names no bucket.');
  if (rest.join('') !== '') throw wrong('has more than a bucket in its path: use the parameter “prefix”.');
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw wrong(`has a parameter “${name}”, which does not exist.`);
  }
  const prefix = (url.searchParams.get('prefix') ?? '').replace(/^\/+|\/+$/g, '');
  if (!/^[\w./-]*$/.test(prefix))
    throw wrong('has a parameter “prefix” with a character that is not allowed.');
  const scheme = oneOf(url, 'tls', ['required', 'off']) === 'off' ? 'http' : 'https';
  return {
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    credentials: { accessKeyId: decoded(url.username), secretAccessKey: decoded(url.password) },
    isPathStyle: oneOf(url, 'addressing', ['path', 'host']) === 'path',
  };
}
