import { Readable } from 'node:stream';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import type { PartialFiles } from './partial-files.ts';
import type { ListedObject, Objects } from './s3-objects.ts';
import { PART_BYTES } from './s3-write.ts';

const FOLDER = 'partial/';
/** Marks a file that was begun, also while it has no byte. */
const BEGUN = 'begun';
/** Digits of an offset in a key: in the order of keys, pieces are in the order of bytes. */
const DIGITS = 16;

/**
 * Partial files in a store whose objects can't grow: each is a sequence of pieces, named by the position of their first
 * byte.
 */
export function partialObjects(objects: Objects): PartialFiles {
  const folderOf = (id: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new TypeError('not the id of a partial file');
    return `${FOLDER}${id}/`;
  };

  /** The pieces that follow each other from the first byte on; null where nothing was begun. */
  async function piecesOf(id: string): Promise<{ pieces: ListedObject[]; size: number } | null> {
    const folder = folderOf(id);
    let isBegun = false;
    let size = 0;
    const pieces: ListedObject[] = [];
    for await (const one of objects.list(folder)) {
      const name = one.key.slice(folder.length);
      if (name === BEGUN) isBegun = true;
      else if (Number(name) === size) {
        pieces.push(one);
        size += one.size;
      }
    }
    return isBegun ? { pieces, size } : null;
  }

  async function removeAll(folder: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of objects.list(folder)) keys.push(key);
    await objects.remove(keys);
  }

  async function* readPieces(id: string): AsyncIterable<Buffer> {
    const found = await piecesOf(id);
    for (const { key } of found?.pieces ?? []) {
      const body = await objects.get(key);
      if (!body) throw new Error('A piece of the upload is gone from the storage.');
      yield* body;
    }
  }

  return {
    create: (id) => objects.put(`${folderOf(id)}${BEGUN}`, Buffer.alloc(0)),
    async size(id) {
      return (await piecesOf(id))?.size ?? null;
    },
    async append(id, piece, { from, end, onBytes }) {
      const folder = folderOf(id);
      const written: string[] = [];
      let waiting: Buffer[] = [];
      let waitingBytes = 0;
      let at = from;
      const write = async (): Promise<void> => {
        if (waitingBytes === 0) return;
        const key = folder + String(at - waitingBytes).padStart(DIGITS, '0');
        const bytes = Buffer.concat(waiting);
        waiting = [];
        waitingBytes = 0;
        await objects.put(key, bytes);
        written.push(key);
      };
      let isTooMuch = false;
      try {
        // The stream's owner ends it.
        for await (const chunk of piece.iterator({ destroyOnReturn: false })) {
          isTooMuch = at + chunk.length > end;
          if (isTooMuch) break;
          onBytes?.(chunk.length);
          waiting.push(chunk);
          waitingBytes += chunk.length;
          at += chunk.length;
          if (waitingBytes >= PART_BYTES) await write();
        }
      } finally {
        if (!isTooMuch) await write();
      }
      if (!isTooMuch) return;
      await objects.remove(written);
      throw fileTooLarge(end);
    },
    read: (id) => Readable.from(readPieces(id), { objectMode: false }),
    remove: (id) => removeAll(folderOf(id)),
    async clear(before) {
      const changed = new Map<string, Date>();
      for await (const { key, changedAt } of objects.list(FOLDER)) {
        const id = key.slice(FOLDER.length).split('/')[0] ?? '';
        const known = changed.get(id);
        if (!known || known < changedAt) changed.set(id, changedAt);
      }
      for (const [id, at] of changed) if (at < before) await removeAll(`${FOLDER}${id}/`);
    },
  };
}
