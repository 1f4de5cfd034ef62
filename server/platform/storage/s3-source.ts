import { buffer } from 'node:stream/consumers';
import type { ByteSource } from './byte-source.ts';
import type { Objects } from './s3-objects.ts';

/** Parsers read a little here and there: so much is fetched at a time, and so many of these blocks are tracked. */
const BLOCK_BYTES = 1024 ** 2;
const BLOCKS = 8;

/** An object as a source of bytes, read block by block. Several reads may run at the same time. */
export function sourceOfObject(objects: Objects, key: string, size: number): ByteSource {
  const blocks = new Map<number, Promise<Buffer>>();

  async function fetchBlock(start: number): Promise<Buffer> {
    const last = Math.min(size, start + BLOCK_BYTES) - 1;
    const body = await objects.get(key, { start, end: last });
    if (!body) throw new Error('The file is gone from the storage.');
    return buffer(body);
  }

  function blockAt(start: number): Promise<Buffer> {
    const known = blocks.get(start);
    const block = known ?? fetchBlock(start);
    // The one that was used last is last.
    blocks.delete(start);
    blocks.set(start, block);
    if (!known) block.catch(() => blocks.delete(start));
    const [oldest] = blocks.keys();
    if (blocks.size > BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return block;
  }

  return {
    size,
    async read(offset, length) {
      const from = Math.max(0, offset);
      const to = Math.min(size, offset + length);
      const parts: Buffer[] = [];
      for (let at = from; at < to; ) {
        const start = at - (at % BLOCK_BYTES);
        const block = await blockAt(start);
        const part = block.subarray(at - start, to - start);
        if (part.length === 0) break;
        parts.push(part);
        at += part.length;
      }
      const [only] = parts;
      return parts.length === 1 && only ? only : Buffer.concat(parts);
    },
  };
}
