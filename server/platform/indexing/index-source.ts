import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { IndexCounts } from './index-counts.ts';

/** A note of the outbox, as an indexer reads it. */
export type OutboxEntry = {
  id: number;
  hub_id: string;
  kind: string;
  target_id: string;
  parts: string[] | null;
  numbers: number[] | null;
  progress: string | null;
  /** After what users wait for. */
  bulk: boolean;
};

/** What became of entries: done, or a part of them; what is in neither is tried again. */
export type IndexOutcome = {
  done: readonly number[];
  /** Entries that are continued, with how far they are. */
  continued?: ReadonlyMap<number, string>;
};

/** Entries whose index rows are computed. */
export type PreparedEntries = {
  /**
   * Writes the index rows, in one short transaction. It waits for no write of a user: what is locked, it leaves for the next
   * turn.
   */
  write(trx: Transaction): Promise<IndexOutcome & { counts?: IndexCounts }>;
  /** Called once that is committed. */
  committed?(): void;
};

/** Reads what a kind of entry refers to, and computes how it is found. */
export type IndexSource = {
  /** Of a turn, in entries; their size is limited by `prepare`. */
  batch: number;
  /** The GIN indexes that it writes to: what is pending in them is merged after each batch. */
  indexes: readonly string[];
  /**
   * Computes index rows outside of any transaction, for as many of the entries as fit a short one, from the first on. It reads
   * what is there now: an entry says that something changed, not how. May be called again for the same entry.
   */
  prepare(
    database: Database,
    hubId: string,
    entries: readonly OutboxEntry[],
    signal: AbortSignal,
  ): Promise<PreparedEntries>;
};
