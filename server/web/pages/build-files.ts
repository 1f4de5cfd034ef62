import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where browsers find the scripts and styles of the built pages. */
export const BUILD_FILES = '/_next/static/';
/** Their names have a hash of what they hold. */
const LASTING = 'public, max-age=31536000, immutable';
const TYPES = new Map([
  ['js', 'application/javascript; charset=UTF-8'],
  ['css', 'text/css; charset=UTF-8'],
]);

/** A compressed file, and the bytes of what it was made of. */
type BuildFile = { path: string; type: string; size: number };

/** What the build has compressed (`scripts/compress-build.mjs`), by address; nothing where it was made without. */
function compressedFiles(folder: string): Map<string, BuildFile> {
  const files = new Map<string, BuildFile>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return files;
  }
  for (const name of names) {
    const [, address = '', ending = ''] = /^(.+\.(\w+))\.gz$/.exec(name) ?? [];
    const type = TYPES.get(ending);
    const { size } = statSync(join(folder, address), { throwIfNoEntry: false }) ?? {};
    if (!type || size === undefined) continue;
    files.set(BUILD_FILES + address.split(sep).join('/'), { path: join(folder, name), type, size });
  }
  return files;
}

/** Whether all of a file is there: a build that was stopped may have left one half. At its end gzip has the size of what it holds (RFC 1952). */
const isWhole = (bytes: Buffer, size: number): boolean =>
  bytes.length > 18 && bytes.readUInt32LE(bytes.length - 4) === size % 2 ** 32;

/** Whether a client can read gzip (RFC 9110, 12.5.3). */
function takesGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one));
}

/**
 * Sends the scripts and styles of the pages as the build has compressed them: Next would compress each of them again with each
 * request, which a browser with an empty cache waits for.
 * @param folder of the built pages
 * @returns sends the file that a request is for; false where that is Next's to answer
 */
export function buildFileSender(
  app: FastifyInstance,
  folder: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const files = compressedFiles(join(folder, 'static'));
  return async (request, reply) => {
    const file = files.get(request.url);
    const { headers, method } = request;
    if (!file || method !== 'GET' || headers.range || !takesGzip(headers['accept-encoding'])) return false;
    // Another build may have taken its place meanwhile.
    const bytes = await readFile(file.path).catch(() => null);
    if (!bytes || !isWhole(bytes, file.size)) {
      app.log.warn({ path: request.url }, 'a file of the build is missing or damaged');
      return false;
    }
    await reply
      .header('Cache-Control', LASTING)
      .header('Content-Encoding', 'gzip')
      .header('Vary', 'Accept-Encoding')
      .type(file.type)
      .send(bytes);
    return true;
  };
}
