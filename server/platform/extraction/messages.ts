import type { Passage } from '#lib/text/passage.ts';
import type { FileFormat } from './document-to-write.ts';
import type {
  AboutRows,
  DocumentAbout,
  DocumentPicture,
  Failure,
  Meta,
  NumberedRow,
  Preview,
  ReadSheets,
  RowWindow,
  WantedSheet,
} from './result.ts';

/** What the parent requests of a child: one job at a time. */
export type Job =
  | { op: 'extract'; extension: string; size: number; password?: string }
  | { op: 'rows'; extension: string; size: number; window: RowWindow }
  /** All rows of a sheet, each whole: they are sent in batches. */
  | { op: 'lines'; extension: string; size: number; sheet: WantedSheet }
  | { op: 'thumbnail'; extension: string; size: number; width: number }
  | { op: 'renderPage'; extension: string; size: number; width: number; page: number; password?: string }
  /** The bytes are a list of texts in JSON. */
  | { op: 'renderMarkdown'; extension: string; size: number; as: 'document' | 'text' }
  /**
   * The bytes are a document by `extension`: `md`, `html`, `page` for a whole web page, `docx`, `odt`, `confluence` for a page in its storage format, or `yjs` for an
   * update of a shared one.
   */
  | { op: 'convertDocument'; extension: string; size: number }
  /** The bytes are a `DocumentToWrite` of `head` bytes in JSON, and its pictures; `extension` is what it becomes. */
  | { op: 'writeDocument'; extension: FileFormat; size: number; head: number };

/** What a finished job returns; its passages were sent before it. */
export type Outcome =
  | { ok: true; meta: Meta; title?: string; preview?: Preview }
  | { ok: true; rows: NumberedRow[]; hasMore: boolean; sheets?: ReadSheets }
  /** How many rows were sent. */
  | { ok: true; lines: number; sheets?: ReadSheets; names?: string[] }
  | { ok: true; image: Buffer; width: number; height: number }
  | { ok: true; html: string[] }
  | {
      ok: true;
      document: string;
      markdown: string;
      about?: DocumentAbout;
      pictures?: DocumentPicture[];
    }
  | { ok: true; file: Buffer }
  | Failure;

export type ToChild = { type: 'job'; job: Job } | { type: 'bytes'; bytes: Buffer | null } | { type: 'taken' };

/**
 * A child has no access to files: it requests the bytes it needs (`read`), and waits until a batch is
 * processed.
 */
export type FromChild =
  | { type: 'ready' }
  | { type: 'read'; offset: number; length: number }
  | { type: 'passages'; batch: Passage[] }
  | ({ type: 'rows'; batch: string[][] } & AboutRows)
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; outcome: Outcome };
