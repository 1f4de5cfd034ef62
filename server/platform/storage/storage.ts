import type { Readable } from 'node:stream';
import type { ByteSource } from './byte-source.ts';
import type { PartialFiles } from './partial-files.ts';

/** A stored file: its content's SHA-256 in hex, and its size in bytes. */
export type StoredFile = { sha256: string; size: number };

/** A part of a file: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Bytes that were received completely, and are on the disk, but are not stored yet. */
export type ReceivedFile = StoredFile & {
  /** Reads them without storing them. */
  look<T>(work: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Stores them; once it resolves they survive a power loss. */
  commit(): Promise<StoredFile>;
  /** Discards them; after `keep` it does nothing. */
  discard(): Promise<void>;
};

export type ReceiveOptions = {
  maxBytes: number;
  signal?: AbortSignal;
  /** Called with a number of bytes before they are written; what it throws aborts the upload. */
  onBytes?: ((bytes: number) => void) | undefined;
};

/** Where files live, named by their content. The same tests run over every implementation. */
export type Storage = {
  /**
   * Receives a stream's bytes.
   * @throws ApiError 413 beyond `maxBytes`; the signal's reason when aborted. Nothing is left behind then.
   */
  receive(source: Readable, options: ReceiveOptions): Promise<ReceivedFile>;
  /** Receives a stream's bytes and stores them immediately. */
  put(source: Readable, options: ReceiveOptions): Promise<StoredFile>;
  has(sha256: string): Promise<boolean>;
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  /** Reads parts of a file from any place, as parsers do. */
  look<T>(sha256: string, work: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Small derived files (thumbnails, previews) that can be made again at any time. */
  readDerived(sha256: string, name: string): Promise<Buffer | null>;
  writeDerived(sha256: string, name: string, bytes: Buffer): Promise<void>;
  /** Deletes those derived files of a content whose names contain an item's id. */
  removeDerived(sha256: string, itemId: string): Promise<void>;
  /** Files that are still being received, over as many requests as it takes. */
  readonly partial: PartialFiles;
  /** Everything that was stored in a period of time, by its content; in no order, some perhaps twice. */
  storedBetween(span: { from: Date; to: Date }): AsyncIterable<string>;
  /**
   * Deletes what was received before a time and no process holds any more, neither to store nor to discard.
   */
  clearIncoming(before: Date): Promise<void>;
  /** Deletes a file and all that was derived from it. */
  remove(sha256: string): Promise<void>;
  /** Bytes that can still be stored, and bytes that there are in all. */
  capacity(): Promise<{ free: number; size: number }>;
  /** Whether the storage responds. */
  check(): Promise<void>;
};
