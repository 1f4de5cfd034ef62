import { storableName } from './file-name.ts';

/** Types that a browser may show itself; everything else is downloaded. Text is always plain. */
const INLINE: Readonly<Record<string, string>> = {
  'application/pdf': 'application/pdf',
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'text/plain': 'text/plain; charset=utf-8',
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
  'audio/flac': 'audio/flac',
  'video/mp4': 'video/mp4',
  'video/webm': 'video/webm',
};

/** `Content-Disposition` with a name of any script (RFC 6266, RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  // A program that saves it would take a separator, or only dots, for a folder.
  const name = storableName(fileName).replace(/[/\\]|^\.+$/gu, '_');
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim();
  // Of a name in another script only its ending may be left.
  const ascii = plain === '' || (plain.startsWith('.') && !name.startsWith('.')) ? `file${plain}` : plain;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Headers under which bytes that a stranger made can do nothing (design: never script, never a type of their choice). */
export function untrustedContentHeaders(
  mime: string | null,
  fileName: string,
  options: { download: boolean },
): Record<string, string> {
  const shown = options.download ? undefined : INLINE[mime ?? ''];
  return {
    'Content-Type': shown ?? mime ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', fileName),
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-site',
  };
}
