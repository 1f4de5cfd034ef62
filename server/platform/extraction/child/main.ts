import { Socket } from 'node:net';
import { PassageWriter } from '#server/platform/extraction/child/formats/passage-writer.ts';
import {
  type JobFile,
  jobFile,
  receiveFromParent,
  sendPassages,
  sendToParent,
} from '#server/platform/extraction/child/formats/port.ts';
import type { Job, Outcome, ToChild } from '#server/platform/extraction/messages.ts';
import { SheetError, Unreadable } from '#server/platform/extraction/result.ts';
import { readerOf } from './readers.ts';

// Where the system can't disable the network, at least no library may use it.
Socket.prototype.connect = () => {
  throw new Error('There is no network here.');
};
Reflect.deleteProperty(globalThis, 'fetch');
Reflect.deleteProperty(globalThis, 'WebSocket');

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif', 'svg', 'webp', 'tiff']);
const NO_ROWS = new Unreadable('unsupported', 'There are no rows in files of this type.');
const UNDRAWN = new Unreadable('unsupported', 'There is no picture of files of this type yet.');

async function perform(job: Job): Promise<Outcome> {
  const file = jobFile(job);
  if (job.size === 0) throw new Unreadable('empty', 'The file is empty.');
  if (job.op === 'renderMarkdown')
    return {
      ok: true,
      html: await (await import('#server/platform/extraction/child/formats/markup.ts')).renderTexts(
        file,
        job.as,
      ),
    };
  if (job.op === 'convertDocument')
    return {
      ok: true,
      ...(await (
        await import('#server/platform/extraction/child/formats/document.ts')
      ).convertDocument(file)),
    };
  if (job.op === 'writeDocument')
    return {
      ok: true,
      file: await (await import('./write-document.ts')).writeDocument(file, job),
    };
  if (job.op === 'thumbnail' && PICTURES.has(job.extension)) {
    return {
      ok: true,
      ...(await (
        await import('#server/platform/extraction/child/formats/picture.ts')
      ).shrink(file, job.width)),
    };
  }
  if (job.op === 'rows') return readRowsOf(file);
  if (job.op === 'lines') return sendRowsOf(file);
  if (job.op !== 'extract') {
    if (job.extension !== 'pdf') throw UNDRAWN;
    const page = job.op === 'renderPage' ? job.page : 1;
    return {
      ok: true,
      ...(await (
        await import('#server/platform/extraction/child/formats/pdf.ts')
      ).drawPage(file, page, job.width)),
    };
  }
  const read = await readerOf(job.extension);
  if (!read) return { ok: true, meta: { textless: true } };
  const out = new PassageWriter(sendPassages);
  const reading = await read(file, out);
  const { meta, title, preview } = reading.attached
    ? await (await import('#server/platform/extraction/child/formats/attachments.ts')).addAttachments(
        reading,
        out,
        readerOf,
      )
    : reading;
  await out.flush();
  return {
    ok: true,
    meta: { ...meta, ...(out.empty ? { textless: true } : {}), ...(out.full ? { truncated: true } : {}) },
    ...(title ? { title: title.slice(0, 500) } : {}),
    ...(preview ? { preview } : {}),
  };
}

/** Rows of a table's file that its preview does not contain: read again, up to the last requested one. */
async function readRowsOf(file: JobFile): Promise<Outcome> {
  const read = await readerOf(file.extension);
  if (!read) throw NO_ROWS;
  const { preview, sheets } = await read(file, new PassageWriter(async () => {}));
  if (preview?.type !== 'table') throw NO_ROWS;
  const sheet = preview.sheets[0];
  const numbers = sheet?.numbers ?? [];
  const rows = (sheet?.rows ?? []).map((cells, at) => ({ number: numbers[at] ?? 0, cells }));
  return { ok: true, rows, hasMore: sheet?.has_more ?? false, ...(sheets ? { sheets } : {}) };
}

/** Sends all rows of a sheet of a table's file, in one reading. */
async function sendRowsOf(file: JobFile): Promise<Outcome> {
  const read = await readerOf(file.extension);
  if (!read) throw NO_ROWS;
  const { preview, meta, sheets, names } = await read(file, new PassageWriter(async () => {}));
  if (preview?.type !== 'table') throw NO_ROWS;
  return { ok: true, lines: meta.rows ?? 0, ...(sheets ? { sheets } : {}), ...(names ? { names } : {}) };
}

/** A library that is missing or can't start is no fault of the file that needed it. */
function blamesFile(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !(
    /^ERR_(?:MODULE|ACCESS|DLOPEN|UNKNOWN_FILE|PACKAGE)|^ENOENT$/.test(code) ||
    error instanceof WebAssembly.RuntimeError
  );
}

async function work(job: Job): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await perform(job);
  } catch (thrown) {
    const { cause: error, sheet } = thrown instanceof SheetError ? thrown : { cause: thrown };
    if (error instanceof RangeError && /memory|allocation|array length|string length/i.test(error.message)) {
      outcome = {
        ok: false,
        code: 'out_of_memory',
        message: 'Reading the file needs more memory than is allowed.',
      };
    } else if (error instanceof Unreadable) outcome = { ok: false, code: error.code, message: error.message };
    else if (!blamesFile(error)) {
      // Exiting is the safe reaction: the next job gets a process that may find its libraries again.
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    } else {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      outcome = { ok: false, code: 'corrupt', message: 'The file could not be read: it may be damaged.' };
    }
    if (sheet !== undefined) outcome.sheet = sheet;
  }
  await sendToParent({ type: 'done', outcome });
}

process.on('message', (message: ToChild) => {
  if (message.type === 'job') void work(message.job);
  else receiveFromParent(message);
});
process.on('disconnect', () => process.exit(0));
