import type { Readable } from 'node:stream';
import type { ByteSource } from './byte-source.ts';
import type { PartialFiles } from './partial-files.ts';

/** What was kept: its content's SHA-256 in hex, and its size in bytes. */
export type StoredFile = { sha256: string; size: number };

/** A part of a file: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Bytes that came in whole, and are on the disk, but are not kept yet. */
export type ReceivedFile = StoredFile & {
  /** Reads them without keeping them. */
  look<T>(work: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Keeps them; once it resolves they survive a power loss. */
  commit(): Promise<StoredFile>;
  /** Forgets them; after `keep` it does nothing. */
  discard(): Promise<void>;
};

export type ReceiveOptions = {
  maxBytes: number;
  signal?: AbortSignal;
  /** Told of bytes before they are written; what it throws ends the receiving. */
  onBytes?: ((bytes: number) => void) | undefined;
};

/** Where files live, named by their content. The same tests run over every implementation. */
export type Storage = {
  /**
   * Takes a stream's bytes in.
   * @throws ApiError 413 beyond `maxBytes`; the signal's reason when aborted. Nothing is left behind then.
   */
  receive(source: Readable, options: ReceiveOptions): Promise<ReceivedFile>;
  /** Takes a stream's bytes in and keeps them at once. */
  put(source: Readable, options: ReceiveOptions): Promise<StoredFile>;
  has(sha256: string): Promise<boolean>;
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** Reads parts of a file from any place, as parsers do. */
  look<T>(sha256: string, work: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Small derived files (thumbnails, previews) that can be made again at any time. */
  readDerived(sha256: string, name: string): Promise<Buffer | null>;
  writeDerived(sha256: string, name: string, bytes: Buffer): Promise<void>;
  /** Removes those derived files of a content whose names carry an item's id. */
  removeDerived(sha256: string, itemId: string): Promise<void>;
  /** Files that are still coming in, over as many requests as it takes. */
  readonly partial: PartialFiles;
  /** Everything that was kept in a span of time, by its content; in no order, some perhaps twice. */
  storedBetween(span: { from: Date; to: Date }): AsyncIterable<string>;
  /** Removes what came in before a moment and no process holds any more, neither to keep nor to discard. */
  clearIncoming(before: Date): Promise<void>;
  /** Forgets a file and all that was derived from it. */
  remove(sha256: string): Promise<void>;
  /** Bytes that can still be stored, and bytes that there are in all. */
  room(): Promise<{ free: number; size: number }>;
  /** Whether the store answers. */
  check(): Promise<void>;
};
