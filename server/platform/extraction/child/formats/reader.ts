import type { Meta, Preview, ReadSheets } from '#server/platform/extraction/result.ts';
import type { PassageWriter } from './passage-writer.ts';
import type { JobFile } from './port.ts';

/** What a reader of a format returns beside the passages that it writes. */
export type Reading = {
  meta: Meta;
  title?: string | undefined;
  preview?: Preview | undefined;
  /** Of a workbook of which one sheet was read. */
  sheets?: ReadSheets;
  /** The names in all records. */
  names?: string[];
  /** Files that it contains, whose text is to be read too. */
  attached?: readonly AttachedFile[];
};

export type AttachedFile = { name: string; bytes: Uint8Array };

/** Reads one format: writes its text and returns the rest; throws `Unreadable` where it can't. */
export type Reader = (file: JobFile, out: PassageWriter) => Promise<Reading>;
