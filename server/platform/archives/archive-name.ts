/** Longest name of a file or folder, in UTF-8: an archive is unpacked below a path of its own. */
const NAME_BYTES = 120;
const EXTENSION_BYTES = 16;

// Separators, what Windows forbids in names, control characters, and characters that reverse the writing
// direction.
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Names of devices, on Windows also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=$|\.)/i;
/** What Windows silently strips from the end of a name. */
const TRAILING_DOTS = /[. ]+$/u;

/** The longest beginning of a text of at most this many bytes in UTF-8, without splitting a character. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let result = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) return result;
    result += segment;
  }
  return result;
}

/** Splits a name before the dot of its extension; one that is too long does not count as an extension. */
function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return Buffer.byteLength(extension) > EXTENSION_BYTES
    ? [name, '']
    : [name.slice(0, name.length - extension.length), extension];
}

/**
 * A name for a file or folder that every system accepts, and that is no path elsewhere: no separators, no
 * device, no ending that is stripped.
 */
export function safeName(wanted: string): string {
  const plain = wanted
    .toWellFormed()
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .trim()
    .replace(TRAILING_DOTS, '');
  const [stem, extension] = splitName(plain);
  const shortened = cut(stem, NAME_BYTES - Buffer.byteLength(extension));
  const short = `${shortened === stem ? stem : shortened.replace(TRAILING_DOTS, '')}${extension}`;
  if (short === '' || /^\.+$/.test(short)) return 'Untitled';
  return DEVICE.test(short) ? `_${short}` : short;
}

/** Gives each file in one folder a name that no other there has, ignoring case. */
export class FolderNames {
  /** The names in use, each with the last number that was tried for a duplicate of it. */
  readonly #taken = new Map<string, number>();

  take(wanted: string): string {
    const name = safeName(wanted);
    const [stem, extension] = splitName(name);
    // Ten thousand files of one name: each continues where the previous one ended.
    for (let number = (this.#taken.get(name.toLowerCase()) ?? 0) + 1; ; number += 1) {
      const one = number === 1 ? name : `${stem} (${number})${extension}`;
      const key = one.toLowerCase();
      if (number > 1 && this.#taken.has(key)) continue;
      if (number > 1) this.#taken.set(key, 1);
      this.#taken.set(name.toLowerCase(), number);
      return one;
    }
  }
}
