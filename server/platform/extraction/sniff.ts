import { open } from 'node:fs/promises';
import { detectText } from '#lib/text/text-encoding.ts';
import {
  extensionOf,
  isAllowed,
  isUploadExtension,
  kindOfExtension,
  mimeOfExtension,
  UPLOAD_TYPES,
  type UploadExtension,
  type UploadKind,
} from '#lib/text/upload-types.ts';
import { type ByteSource, sourceOfBytes, sourceOfFile } from '#server/platform/storage/byte-source.ts';
import { zipNames } from './zip-names.ts';

export type SniffCode = 'type_not_allowed' | 'extension_mismatch' | 'empty_file' | 'binary_record';

/** What a file is, or why it is refused; `message` is for users. */
export type Sniffed =
  | { ok: true; extension: UploadExtension; mime: string; kind: UploadKind }
  | { ok: false; code: SniffCode; message: string };

/** How much of a file's start is read, in bytes. */
export const SNIFFED_BYTES = 64 * 1024;

const TEXT_EXTENSIONS: ReadonlySet<UploadExtension> = new Set<UploadExtension>([
  'txt',
  'md',
  'mdx',
  'conf',
  'log',
  'json',
  'xml',
  'yml',
  'yaml',
  'csv',
  'tsv',
  'record',
  'html',
  'eml',
  'mbox',
  'vcf',
  'svg',
]);

/** The part that each zip format can't be without (ECMA-376, EPUB 3 OCF). */
const ZIP_PARTS: Partial<Record<UploadExtension, RegExp>> = {
  docx: /^word\//i,
  xlsx: /^xl\//i,
  pptx: /^ppt\//i,
  epub: /^(mimetype$|META-INF\/container\.xml$)/i,
};

/** file-type's name for each extension, where it differs from the extension. */
const SAME_BYTES: Partial<Record<UploadExtension, readonly string[]>> = {
  jpg: ['jpg', 'jpeg'],
  jpeg: ['jpg', 'jpeg'],
  png: ['png', 'apng'],
  tiff: ['tif', 'tiff'],
  ai: ['pdf', 'ps', 'eps', 'ai'],
  doc: ['cfb'],
  xls: ['cfb'],
  mp3: ['mp3', 'mp2', 'mp1'],
  mp4: ['mp4', 'm4v', 'm4a', 'f4v', 'mov', '3gp', '3g2'],
  mov: ['mov', 'mp4', 'm4v'],
  wmv: ['asf', 'wmv'],
  mkv: ['mkv', 'webm'],
  webm: ['webm', 'mkv'],
  ogg: ['ogg', 'oga', 'ogv', 'opus', 'ogm', 'ogx', 'spx'],
};

const PLAIN_NAMES: Readonly<Record<string, string>> = {
  cfb: 'an older Office file',
  zip: 'a zip archive',
  exe: 'a program',
  elf: 'a program',
  asf: 'a Windows media file',
  tif: 'a TIFF picture',
  heic: 'a HEIC picture',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  epub: 'an EPUB book',
  text: 'plain text',
};

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).toString('latin1') === text;

/**
 * Determines by a file's bytes whether it matches its name, and which kind it becomes. `input` is its bytes,
 * its path or a source of bytes; of large files only the start is read, and of zips their list of names.
 * `kind` is the uploader's choice; by default, the extension's natural kind.
 */
export async function sniff(
  input: Uint8Array | string | ByteSource,
  name: string,
  kind?: UploadKind,
): Promise<Sniffed> {
  if (typeof input === 'string') {
    const file = await open(input, 'r');
    try {
      return await sniff(await sourceOfFile(file), name, kind);
    } finally {
      await file.close();
    }
  }
  const source = input instanceof Uint8Array ? sourceOfBytes(input) : input;
  const extension = extensionOf(name);
  const became = kind ?? kindOfExtension(extension);
  if (!isUploadExtension(extension) || !became || !isAllowed(became, name)) {
    return { ok: false, code: 'type_not_allowed', message: refusal(extension, kind) };
  }
  if (source.size === 0) return { ok: false, code: 'empty_file', message: 'The file is empty.' };

  const head = await source.read(0, SNIFFED_BYTES);
  const found = await actualType(source, head, extension);
  if (found === extension) return { ok: true, extension, mime: mimeOfExtension(extension), kind: became };
  if (extension === 'record' && found !== 'text') {
    return {
      ok: false,
      code: 'binary_record',
      message:
        'This .record file holds binary data. Only text can be read: rows of delimited text, or one JSON object a line.',
    };
  }
  const really = found
    ? `its content is ${PLAIN_NAMES[found] ?? `a ${found.toUpperCase()} file`}`
    : 'its content is not';
  return {
    ok: false,
    code: 'extension_mismatch',
    message: `The name ends in .${extension}, but ${really}. Give the file its right ending, or save it anew in that format.`,
  };
}

/** Why a file is refused whatever is in it; null where that depends on its bytes. */
export function refusedType(name: string): string | null {
  const extension = extensionOf(name);
  const kind = kindOfExtension(extension);
  return isUploadExtension(extension) && kind && isAllowed(kind, name) ? null : refusal(extension, undefined);
}

function refusal(extension: string, kind: UploadKind | undefined): string {
  const what = extension ? `Files ending in .${extension}` : 'Files without an ending';
  return kind
    ? `${what} can't be uploaded as ${kind}. Allowed: ${UPLOAD_TYPES[kind].join(', ')}.`
    : `${what} can't be uploaded.`;
}

/** The extension itself when the bytes agree with it; else the detected type, if any. */
async function actualType(
  source: ByteSource,
  head: Buffer,
  extension: UploadExtension,
): Promise<string | null> {
  if (TEXT_EXTENSIONS.has(extension)) {
    if (startsWith(head, '%PDF-')) return 'pdf';
    if (detectText(head).text) return extension === 'svg' && !looksLikeSvg(head) ? 'text' : extension;
    return nameBytes(head);
  }
  const part = ZIP_PARTS[extension];
  if (part) {
    if (startsWith(head, 'PK')) {
      const names = await zipNames(source, head);
      if (names.some((entry) => part.test(entry))) return extension;
      for (const [other, pattern] of Object.entries(ZIP_PARTS)) {
        if (names.some((entry) => pattern.test(entry))) return other;
      }
      return 'zip';
    }
    // Office stores password-protected documents in an older container (MS-OFFCRYPTO).
    if (head.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return extension;
    return (await nameBytes(head)) ?? (detectText(head).text ? 'text' : null);
  }
  // A PDF's header may stand anywhere in its first kilobyte (PDF 1.7, implementation note 13).
  if (extension === 'pdf' && head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const name = await nameBytes(head);
  const accepted: readonly string[] = SAME_BYTES[extension] ?? [extension];
  if (name && accepted.includes(name)) return extension;
  // A large cover picture in the tag may push the first frame of sound out of sight.
  if (startsWith(head, 'ID3') && (extension === 'mp3' || extension === 'aac' || extension === 'flac'))
    return extension;
  return name ?? (detectText(head).text ? 'text' : null);
}

async function nameBytes(head: Buffer): Promise<string | null> {
  if (startsWith(head, 'PK\u0003\u0004')) return 'zip';
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.ext ?? null;
  } catch {
    return null;
  }
}

function looksLikeSvg(head: Buffer): boolean {
  const look = detectText(head);
  const wide = look.text && (look.encoding === 'utf-16le' || look.encoding === 'utf-16be');
  return /<(?:[\w-]+:)?svg[\s>]/i.test(
    wide ? head.toString('latin1').replaceAll('\0', '') : head.toString('latin1'),
  );
}
