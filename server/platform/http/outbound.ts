import { lookup } from 'node:dns/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Timeout for connection, request and response together, in milliseconds. */
const TIME_MS = 10_000;
/** Only the status of a response is used; a little more is read, so that its sender isn't cut off. */
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Why no response came; its message can be shown to the user who chose the address. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export type OutboundPost = { headers: Record<string, string>; body: string; signal?: AbortSignal };

/** The only way in which this server sends requests; `fetch` elsewhere is refused by a test. */
export type Outbound = {
  /**
   * Sends a body to an address that a user chose. Follows no redirect.
   * @returns the status of the response.
   * @throws Unreachable where no response comes in time, or the address is not a public one.
   */
  post(url: string, request: OutboundPost): Promise<{ status: number }>;
};

type OutboundOptions = {
  /** All addresses of a name. */
  resolve?(name: string): Promise<string[]>;
  mayReach?(address: string): boolean;
  timeMs?: number;
};

const addressesOf = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The outgoing connection. A name is resolved once; where any of its addresses is not public, nothing is
 * sent, and the connection goes to the very address that was checked: a name that changes in between has no
 * effect.
 */
export function createOutbound({
  resolve = addressesOf,
  mayReach = isPublicAddress,
  timeMs = TIME_MS,
}: OutboundOptions = {}): Outbound {
  async function chosen(hostname: string): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
    const [first] = addresses;
    if (first === undefined) throw new Unreachable(`There is no host ${host}.`);
    if (addresses.every((address) => mayReach(address))) return first;
    throw new Unreachable(`${host} is not a public address. Nothing is sent into private networks.`);
  }

  return {
    async post(address, { headers, body, signal }) {
      const url = new URL(address);
      const deadline = AbortSignal.timeout(timeMs);
      const ending = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const host = await unless(ending, chosen(url.hostname));
      const options: RequestOptions & { servername?: string } = {
        method: 'POST',
        host,
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body) },
        setHost: false,
        agent: false,
        signal: ending,
        // The certificate is that of the name, not of the number.
        ...(isIP(url.hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: url.hostname }),
      };
      const sent = url.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
      return { status: await statusOf(sent, body, ending) };
    },
  };
}

/** A response of a configured server: documents of metadata and keys, and what it says about one person. */
const CONFIGURED_BYTES_MAX = 1024 * 1024;

/** A request to a server of the administrator's choice. */
export type ConfiguredRequest = {
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams | null;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a request to a server that the administrator configured, which may well be in a private network: unlike the
 * addresses that users choose, it is not checked. Follows no redirect.
 * @throws Unreachable where no response comes in time, or a larger one than can be expected.
 */
export async function fetchConfigured(url: string, request: ConfiguredRequest): Promise<Response> {
  const { method, headers, body } = request;
  const deadline = AbortSignal.timeout(TIME_MS);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  const chunks: Uint8Array[] = [];
  try {
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > CONFIGURED_BYTES_MAX) throw new Unreachable('The response is larger than can be expected.');
      chunks.push(chunk);
    }
    const { status } = response;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: response.headers });
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    throw unanswered(signal, error instanceof TypeError ? error.cause : error);
  }
}

/** Stops waiting for what can't be aborted itself. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(unanswered(signal, signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Sends the body; the response is read up to the limit, and then discarded. */
async function statusOf(sent: ClientRequest, body: string, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  sent.once('error', (error) => reject(unanswered(signal, error)));
  sent.once('response', (response: IncomingMessage) => {
    const status = response.statusCode ?? 0;
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= RESPONSE_BYTES_MAX) return;
      resolve(status);
      response.destroy();
    });
    response.once('end', () => resolve(status));
    response.once('error', (error) => reject(unanswered(signal, error)));
    response.once('close', () => reject(unanswered(signal, null)));
  });
  sent.end(body);
  return promise;
}

const CODES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was ended before an answer came.',
  EHOSTUNREACH: 'The host can’t be reached.',
  ENETUNREACH: 'The host can’t be reached.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by a known authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not signed by a known authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

function unanswered(signal: AbortSignal, error: unknown): Unreachable {
  if (signal.aborted) return new Unreachable('There was no answer in time.');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Unreachable(CODES[code] ?? 'The connection ended before an answer came.');
}
