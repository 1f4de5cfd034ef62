import type { Passage } from '#lib/text/passage.ts';

/** Why a file could not be read. `unsupported` is no fault of the file: this version doesn't draw such files. */
export type ExtractCode =
  | 'encrypted'
  | 'corrupt'
  /** Its end is missing, as where a download was interrupted. */
  | 'incomplete'
  /** All of it was read, and is not what was saved. */
  | 'altered'
  | 'too_large'
  | 'timeout'
  | 'out_of_memory'
  | 'crashed'
  | 'aborted'
  | 'unsupported'
  | 'empty';

/** The first rows of a sheet. Those read before they were numbered follow one another from 1. */
export type PreviewSheet = {
  name: string;
  rows: string[][];
  numbers?: number[];
  has_more?: boolean;
  /** Whether the workbook hides it. */
  hidden?: true;
};

/** What a file's page can show of it. Html is sanitized and loads no remote content. */
export type Preview =
  | { type: 'html'; html: string; truncated?: boolean }
  | { type: 'text'; text: string; truncated?: boolean }
  | { type: 'table'; sheets: PreviewSheet[]; truncated: boolean }
  | { type: 'pages'; count: number };

/** A non-empty row of a sheet; `number` counts from 1, as a spreadsheet shows it. */
export type NumberedRow = { number: number; cells: string[] };

/** A sheet that is read: its number, from 0; null for the first that the workbook does not hide and that has rows. */
export type WantedSheet = number | null;

/** The sheets of a workbook that can have rows: their names, the numbers of those that it hides, and of the one that was read. */
export type ReadSheets = { names: string[]; hidden: number[]; read: number };

/** Rows of a table's file: those of a sheet numbered from `from` on, and before `to`. */
export type RowWindow = {
  sheet: WantedSheet;
  from: number;
  to: number;
  /** All cells of a row, each whole, as an import needs them; else as much as a preview shows. */
  whole?: boolean;
};

/** What of a row could not be read; with `isUnread`, nothing of it. */
export type RowNote = { problem: string; isUnread?: true };

/** Rows that were sent together: their numbers in the sheet, and notes to some of them, by their places among these rows. */
export type AboutRows = { numbers: number[]; notes: [place: number, note: RowNote][] };

/** All rows of a sheet were sent, or all records, which have these names; or why they could not be read. */
export type LinesResult = { ok: true; lines: number; sheets?: ReadSheets; names?: string[] } | Failure;

/** Some rows of a sheet, and whether more follow; or why they could not be read. */
export type RowsResult = { ok: true; rows: NumberedRow[]; hasMore: boolean; sheets?: ReadSheets } | Failure;

/** Facts about a file. Widths and heights are pixels, as the picture is seen upright. */
export type Meta = {
  pages?: number;
  rows?: number;
  sheets?: number;
  slides?: number;
  /** Names of a workbook's sheets that show only a chart. */
  chart_sheets?: string[];
  width?: number;
  height?: number;
  /** The encoding that a text was read in. */
  encoding?: string;
  /** Nothing in the file can be searched. */
  textless?: boolean;
  /** Only the first part of the text was read, since it is longer than what is stored. */
  truncated?: boolean;
  /** Names of a message's attachments. */
  attachments?: string[];
};

/** A reason, as a code for programs and a message for users; with the number of the sheet that could not be read, from 0. */
export type Failure = { ok: false; code: ExtractCode; message: string; sheet?: number };

export type ExtractResult =
  | { ok: true; passages: Passage[]; meta: Meta; title?: string; preview?: Preview }
  | Failure;

/** A WebP picture, or why there is none. Width and height are pixels. */
export type PictureResult = { ok: true; image: Buffer; width: number; height: number } | Failure;

/** Markdown as HTML, one per text, or why there is none. */
export type MarkdownResult = { ok: true; html: string[] } | Failure;

/** What a file says of its document; times in RFC 3339. */
export type DocumentAbout = {
  title?: string;
  author?: string;
  /** Divided by commas. */
  tags?: string;
  created?: string;
  modified?: string;
  /** What has no form in a document. */
  left_out?: string;
};

/** A picture within a document's file; `name` is its address in the text. */
export type DocumentPicture = { name: string; bytes: Buffer };

/** A document as ProseMirror's JSON and as Markdown, with what its file has beside it; or why there is none. */
export type DocumentResult =
  | {
      ok: true;
      document: string;
      markdown: string;
      about?: DocumentAbout;
      pictures?: DocumentPicture[];
    }
  | Failure;

/** A document as a file, or why there is none. */
export type WrittenDocument = { ok: true; file: Buffer } | Failure;

/** Thrown inside the child where a file can't be read on; becomes a {@link Failure}. */
export class Unreadable extends Error {
  readonly code: ExtractCode;

  constructor(code: ExtractCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What was thrown while a sheet was read, with the number of that. */
export class SheetError extends Error {
  readonly sheet: number;

  constructor(sheet: number, cause: unknown) {
    super('The sheet could not be read.', { cause });
    this.sheet = sheet;
  }
}

export const ALTERED = 'Some of the file is not as it was saved: it is damaged.';
export const INCOMPLETE = 'The end of the file is missing. Download it, or save it, again.';
export const DAMAGED = 'The file is damaged or incomplete.';
export const PROTECTED = 'The file is password-protected.';
