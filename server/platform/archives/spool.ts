import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that are buffered before they are written. */
const GATHERED = 64 * 1024;

/**
 * Bytes that are stored on the disk until they are needed, in order: a list may grow without a limit, memory
 * may not.
 */
export class Spool {
  readonly #folder: string;
  readonly #file: FileHandle;
  #gathered: Uint8Array[] = [];
  #length = 0;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  /** A new one. Its file is unlinked once it is open: it is removed with the process, however that ends. */
  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'hubkeep-spool-'));
    const file = await open(join(folder, 'spool'), 'wx+', 0o600);
    // Where an open file can not be removed, closing it does.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return new Spool(folder, file);
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#gathered.push(bytes);
    this.#length += bytes.length;
    if (this.#length >= GATHERED) await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#file.appendFile(Buffer.concat(this.#gathered));
    this.#gathered = [];
    this.#length = 0;
  }

  /** All that was added, from the beginning. */
  async *read(): AsyncGenerator<Uint8Array> {
    await this.#flush();
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(GATHERED), 0, GATHERED, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** A part of what was added. */
  async at(offset: number, length: number): Promise<Buffer> {
    if (this.#gathered.length > 0) await this.#flush();
    const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  /** Discards everything. */
  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
