import { extensionOf, type UploadKind } from './upload-kinds.ts';

export * from './upload-kinds.ts';

/**
 * Which files may be uploaded as which kind (docs/product-rules.md §5), and the type of each extension.
 * Extensions are lower case and without their dot.
 */

const GENERAL = ['png', 'jpg', 'jpeg', 'pdf', 'doc', 'docx', 'txt', 'xls', 'xlsx', 'csv'] as const;

const DOCUMENT = [
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
  'xlsx',
  'pdf',
  'docx',
  'pptx',
  'eml',
  'epub',
  'html',
] as const;

const TABLE = ['csv', 'tsv', 'record', 'xlsx'] as const;
const CONTACT = ['csv', 'tsv', 'record', 'xlsx', 'vcf'] as const;
const EMAIL = ['eml', 'mbox'] as const;
const IMAGE = ['jpg', 'jpeg', 'png', 'gif', 'svg', 'bmp', 'tiff', 'webp', 'ico', 'psd', 'ai'] as const;
const MEDIA = ['mp3', 'mp4', 'avi', 'mov', 'wmv', 'flv', 'mkv', 'webm', 'aac', 'wav', 'ogg', 'flac'] as const;

/** Any extension that some kind allows. */
export type UploadExtension =
  | (typeof GENERAL)[number]
  | (typeof DOCUMENT)[number]
  | (typeof CONTACT)[number]
  | (typeof EMAIL)[number]
  | (typeof IMAGE)[number]
  | (typeof MEDIA)[number];

/** The extensions of each kind; the server publishes them as `upload_types`. */
export const UPLOAD_TYPES: Readonly<Record<UploadKind, readonly UploadExtension[]>> = {
  general: GENERAL,
  document: DOCUMENT,
  table: TABLE,
  contact: CONTACT,
  email: EMAIL,
  image: IMAGE,
  media: MEDIA,
};

/** The media type with which a file of each extension is stored and sent. */
export const MIME_TYPES: Readonly<Record<UploadExtension, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  mdx: 'text/mdx',
  conf: 'text/plain',
  log: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  yml: 'application/yaml',
  yaml: 'application/yaml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  record: 'text/plain',
  html: 'text/html',
  eml: 'message/rfc822',
  mbox: 'application/mbox',
  vcf: 'text/vcard',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  epub: 'application/epub+zip',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  webp: 'image/webp',
  ico: 'image/vnd.microsoft.icon',
  psd: 'image/vnd.adobe.photoshop',
  ai: 'application/postscript',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  avi: 'video/x-msvideo',
  mov: 'video/quicktime',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(MIME_TYPES));

/** Whether any kind allows `extension`. */
export function isUploadExtension(extension: string): extension is UploadExtension {
  return KNOWN.has(extension);
}

/** Whether a file of this name may be uploaded as `kind`. */
export function isAllowed(kind: UploadKind, name: string): boolean {
  const extension = extensionOf(name);
  return UPLOAD_TYPES[kind].some((allowed) => allowed === extension);
}

/**
 * The default kind for an extension. Sheets become tables, mails emails, vCards contacts; `record` stays a
 * document, since it may be any text; only doc and xls become general files.
 */
export function kindOfExtension(extension: string): UploadKind | null {
  if (extension === 'csv' || extension === 'tsv' || extension === 'xlsx') return 'table';
  if (extension === 'vcf') return 'contact';
  for (const kind of ['email', 'document', 'image', 'media', 'general'] as const) {
    if (UPLOAD_TYPES[kind].some((allowed) => allowed === extension)) return kind;
  }
  return null;
}

/** The media type of an extension; that of binary data for unknown ones. */
export function mimeOfExtension(extension: string): string {
  return isUploadExtension(extension) ? MIME_TYPES[extension] : 'application/octet-stream';
}

/** The value of a file input's `accept` for a kind; without a kind, for all kinds. */
export function acceptOf(kind?: UploadKind): string {
  const extensions = kind ? UPLOAD_TYPES[kind] : Object.keys(MIME_TYPES);
  return extensions.map((extension) => `.${extension}`).join(',');
}
