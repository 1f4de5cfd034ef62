import { open } from 'node:fs/promises';
import type { Passage } from '#lib/text/passage.ts';
import { type ByteSource, sourceOfBytes, sourceOfFile } from '#server/platform/storage/byte-source.ts';
import type { FileFormat } from './document-to-write.ts';
import type { Job, Outcome } from './messages.ts';
import { ExtractionPool, type PoolHooks, type PoolOptions } from './pool.ts';
import type {
  AboutRows,
  DocumentResult,
  ExtractResult,
  Failure,
  LinesResult,
  MarkdownResult,
  PictureResult,
  RowsResult,
  RowWindow,
  WantedSheet,
  WrittenDocument,
} from './result.ts';

export type {
  ExtractCode,
  ExtractResult,
  Failure,
  Meta,
  PictureResult,
  Preview,
  RowsResult,
} from './result.ts';

/** A file to read: by its path, or by a source of its bytes where it isn't on this disk. */
export type FileInput = { path: string; extension: string } | { source: ByteSource; extension: string };

export type ExtractHooks = PoolHooks;

/** How long all rows of a file may take, in milliseconds: a million of ten cells take half a minute on a busy machine. */
const LINES_TIMEOUT_MS = 15 * 60_000;

/** What a document is converted from. */
export type DocumentFormat = 'md' | 'html' | 'page' | 'docx' | 'odt' | 'confluence' | 'yjs';

/** Extraction from untrusted files, in separate processes. */
export type Extraction = {
  /**
   * Reads a file's text, facts and preview. With `onPassages` the passages come in batches, each awaited, and
   * the result contains none; a result that is not `ok` invalidates the earlier passages. Throws only if the
   * file can't be opened or `onPassages` throws.
   */
  extract(file: FileInput & { password?: string }, hooks?: ExtractHooks): Promise<ExtractResult>;
  /** Rows of a table's file, from any place in it. */
  rows(file: FileInput & { window: RowWindow }, hooks?: ExtractHooks): Promise<RowsResult>;
  /**
   * Reads all rows of a sheet of a table's file once, each whole, without empty ones. They come in batches, each awaited; a
   * result that is not `ok` says that some are missing. Throws only if `onRows` throws.
   */
  lines(
    file: FileInput & { sheet: WantedSheet },
    onRows: (batch: string[][], about: AboutRows) => void | Promise<void>,
    hooks?: ExtractHooks,
  ): Promise<LinesResult>;
  /** A small WebP of a picture or of a PDF's first page, at most `width` pixels wide, upright and without metadata. */
  thumbnail(file: FileInput & { width: number }, hooks?: ExtractHooks): Promise<PictureResult>;
  /** A WebP of one page of a PDF; `page` counts from 1, `width` is in pixels. */
  renderPage(
    file: FileInput & { page: number; width: number; password?: string },
    hooks?: ExtractHooks,
  ): Promise<PictureResult>;
  /** Markdown that users wrote here, as HTML: its cost is limited as a picture's is. */
  renderMarkdown(
    texts: readonly string[],
    hooks?: ExtractHooks,
    as?: 'document' | 'text',
  ): Promise<MarkdownResult>;
  /** A document by its format: its cost is limited as a picture's is. */
  convertDocument(bytes: Buffer, format: DocumentFormat, hooks?: ExtractHooks): Promise<DocumentResult>;
  /** Writes a document as a file: the source has `head` bytes of it in JSON, then its pictures. */
  writeDocument(
    document: { source: ByteSource; head: number; format: FileFormat },
    hooks?: ExtractHooks,
  ): Promise<WrittenDocument>;
  /** The pids of the running processes. */
  readonly pids: number[];
  close(): void;
};

/** Starts nothing yet: processes start with the first job and exit after a while without one. */
export function createExtraction(options: Partial<PoolOptions> = {}): Extraction {
  const pool = new ExtractionPool(options);
  const run = async (input: FileInput, job: (size: number) => Job, hooks: ExtractHooks): Promise<Outcome> => {
    if ('source' in input) return pool.run(job(input.source.size), input.source, hooks);
    const file = await open(input.path, 'r');
    try {
      const source = await sourceOfFile(file);
      return await pool.run(job(source.size), source, hooks);
    } finally {
      await file.close();
    }
  };
  const picture = async (
    input: FileInput,
    job: (size: number) => Job,
    hooks: ExtractHooks,
  ): Promise<PictureResult> => {
    const outcome = await run(input, job, hooks);
    if (!outcome.ok) return outcome;
    return 'image' in outcome ? { ...outcome, image: Buffer.from(outcome.image) } : UNEXPECTED;
  };
  return {
    async extract(file, hooks = {}) {
      const passages: Passage[] = [];
      const onPassages =
        hooks.onPassages ??
        ((batch: Passage[]) => {
          passages.push(...batch);
        });
      const { extension, password } = file;
      const job = (size: number): Job => ({
        op: 'extract',
        extension,
        size,
        ...(password ? { password } : {}),
      });
      const outcome = await run(file, job, { ...hooks, onPassages });
      if (!outcome.ok) return outcome;
      return 'meta' in outcome ? { ...outcome, passages } : UNEXPECTED;
    },
    async rows({ window, ...file }, hooks = {}) {
      const outcome = await run(
        file,
        (size) => ({ op: 'rows', extension: file.extension, size, window }),
        hooks,
      );
      if (!outcome.ok) return outcome;
      return 'rows' in outcome ? outcome : UNEXPECTED;
    },
    async lines({ sheet, ...file }, onRows, hooks = {}) {
      const job = (size: number): Job => ({ op: 'lines', extension: file.extension, size, sheet });
      const outcome = await run(file, job, { timeoutMs: LINES_TIMEOUT_MS, ...hooks, onRows });
      return outcome.ok && !('lines' in outcome) ? UNEXPECTED : outcome;
    },
    thumbnail({ width, ...file }, hooks = {}) {
      return picture(file, (size) => ({ op: 'thumbnail', extension: file.extension, size, width }), hooks);
    },
    renderPage({ width, page, password, ...file }, hooks = {}) {
      const job = (size: number): Job => ({
        op: 'renderPage',
        extension: file.extension,
        size,
        width,
        page,
        ...(password ? { password } : {}),
      });
      return picture(file, job, hooks);
    },
    async renderMarkdown(texts, hooks = {}, as = 'text') {
      const source = sourceOfBytes(Buffer.from(JSON.stringify(texts)));
      const outcome = await pool.run(
        { op: 'renderMarkdown', extension: '', size: source.size, as },
        source,
        hooks,
      );
      return outcome.ok && !('html' in outcome) ? UNEXPECTED : outcome;
    },
    async convertDocument(bytes, format, hooks = {}) {
      const source = sourceOfBytes(bytes);
      const job = { op: 'convertDocument', extension: format, size: source.size } as const;
      const outcome = await pool.run(job, source, hooks);
      return outcome.ok && !('document' in outcome) ? UNEXPECTED : outcome;
    },
    async writeDocument({ source, head, format }, hooks = {}) {
      const job = { op: 'writeDocument', extension: format, size: source.size, head } as const;
      const outcome = await pool.run(job, source, hooks);
      if (!outcome.ok) return outcome;
      return 'file' in outcome ? { ok: true, file: Buffer.from(outcome.file) } : UNEXPECTED;
    },
    get pids() {
      return pool.pids;
    },
    close: () => pool.close(),
  };
}

const UNEXPECTED: Failure = {
  ok: false,
  code: 'crashed',
  message: 'Reading the file failed: the reader answered something else.',
};
