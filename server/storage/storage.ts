import type { Readable } from 'node:stream';

/** What was kept: its content's SHA-256 in hex, and its size in bytes. */
export type StoredFile = { sha256: string; size: number };

/** A part of a file: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Where files live, named by their content. The same tests run over every implementation. */
export type Storage = {
  /**
   * Keeps a stream's bytes and resolves once they would survive a power loss.
   * @throws ApiError 413 beyond `maxBytes`; the signal's reason when aborted. Nothing is left behind then.
   */
  put(source: Readable, options: { maxBytes: number; signal?: AbortSignal }): Promise<StoredFile>;
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** A path on this machine for a parser's process; `done` once it is no longer needed. */
  localPath(sha256: string): Promise<{ path: string; done(): Promise<void> }>;
  /** Small derived files (thumbnails) that can be made again at any time. */
  readDerived(sha256: string, name: string): Promise<Buffer | null>;
  writeDerived(sha256: string, name: string, bytes: Buffer): Promise<void>;
  remove(sha256: string): Promise<void>;
  /** Whether the store answers. */
  check(): Promise<void>;
};
