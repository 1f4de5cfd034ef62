// Puts a compressed copy beside each script and style of the built pages, for the server to send
// (server/web/pages/build-files.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A smaller file gains nothing. */
const LEAST_BYTES = 512;

/** @param {string} folder of the built pages */
export function compressBuild(folder) {
  const files = join(folder, 'static');
  for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css)$/.test(name)) continue;
    const bytes = readFileSync(join(files, name));
    if (bytes.length >= LEAST_BYTES) writeFileSync(join(files, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
