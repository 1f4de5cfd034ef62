import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { zip } from '#server/platform/archives/zip.ts';

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    yauzl.fromBuffer(bytes, options, (error, file) => (error ? reject(error) : resolve(file)));
  });
}

/** Every entry of an archive (ZIP) with its bytes, by path; folders end in a slash. */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const file = await open(bytes);
  const found = new Map<string, Buffer>();
  const ended = once(file, 'end');
  file.on('entry', (entry: Entry) => {
    file.openReadStream(entry, (error, stream) => {
      if (error) return file.emit('error', error);
      void buffer(stream).then((content) => {
        found.set(entry.fileName, content);
        file.readEntry();
      });
    });
  });
  file.readEntry();
  await ended;
  return found;
}

const MODIFIED = new Date('2026-11-21T08:30:10Z');

/** An archive (ZIP) of files by their paths; null is a folder. */
export function zipOf(files: Record<string, string | Uint8Array | null>): Promise<Buffer> {
  async function* entries() {
    for (const [path, content] of Object.entries(files)) {
      const bytes = content === null ? null : Buffer.from(content);
      async function* body() {
        if (bytes) yield bytes;
      }
      yield { path, modified: MODIFIED, content: bytes && body(), compress: true };
    }
  }
  return buffer(zip(entries()));
}
