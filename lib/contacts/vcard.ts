/**
 * vCards of the versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350): read without loss, since what has no place in a
 * contact list is given back as it was.
 */

/** One property: `item1.TEL;TYPE=home:+49…`. */
export type VcardProperty = {
  group: string | null;
  /** In capitals. */
  name: string;
  /** Parameters as they were written, each with its name in capitals; one without a name (2.1) is a TYPE. */
  params: readonly { name: string; value: string }[];
  /** Decoded of quoted-printable, with escapes as they were written. */
  value: string;
};

export type Vcard = { version: string; properties: readonly VcardProperty[] };

/** Longer cards are refused: a picture inside of one is a few hundred kB. */
export const VCARD_MAX_LENGTH = 4_000_000;

const LINE_OCTETS = 75;

function bytesOfQuotedPrintable(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hex = text[at] === '=' ? text.slice(at + 1, at + 3) : '';
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else bytes.push(...new TextEncoder().encode(text[at]));
  }
  return Uint8Array.from(bytes);
}

function decodeQuotedPrintable(text: string, charset: string): string {
  const bytes = bytesOfQuotedPrintable(text);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Splits at a separator outside of quotation marks. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === separator && !quoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

const paramOf = (property: Pick<VcardProperty, 'params'>, name: string): string | undefined =>
  property.params.find((param) => param.name === name)?.value;

function parseProperty(line: string): VcardProperty | null {
  const [head = '', ...rest] = splitOutside(line, ':');
  if (rest.length === 0) return null;
  const [written = '', ...params] = splitOutside(head, ';');
  const dot = written.lastIndexOf('.');
  const name = written
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(name)) return null;
  const property: VcardProperty = {
    group: dot > 0 ? written.slice(0, dot) : null,
    name,
    params: params.map((param) => {
      const at = param.indexOf('=');
      if (at >= 0) return { name: param.slice(0, at).trim().toUpperCase(), value: param.slice(at + 1) };
      const isEncoding = /^(?:quoted-printable|base64|8bit|7bit)$/i.test(param.trim());
      return { name: isEncoding ? 'ENCODING' : 'TYPE', value: param.trim() };
    }),
    value: rest.join(':'),
  };
  if (!/^quoted-printable$/i.test(paramOf(property, 'ENCODING') ?? '')) return property;
  const value = decodeQuotedPrintable(property.value, paramOf(property, 'CHARSET') ?? 'utf-8');
  const retained = property.params.filter((param) => param.name !== 'ENCODING' && param.name !== 'CHARSET');
  // Line breaks are characters in 2.1, and escapes since.
  return { ...property, params: retained, value: value.replaceAll(/\r?\n/g, '\\n') };
}

/** Undoes the folding of long lines: a line that begins with a blank continues the one before it. */
function* unfoldedLines(lines: Iterable<string>): Generator<string> {
  let line: string | null = null;
  let isQuoted = false;
  for (const next of lines) {
    if (line !== null && isQuoted && line.endsWith('=')) line = line.slice(0, -1) + next;
    else if (line !== null && /^[ \t]/.test(next)) line += next.slice(1);
    else {
      if (line !== null) yield line;
      line = next;
      isQuoted = /^[^:]*quoted-printable[^:]*:/i.test(next);
    }
  }
  if (line !== null) yield line;
}

/**
 * The cards of a text, one by one; what is between them, and lines that are none, are left out.
 * @param lines without their ends
 */
export function* parseVcards(lines: Iterable<string>): Generator<Vcard> {
  let properties: VcardProperty[] | null = null;
  let depth = 0;
  for (const line of unfoldedLines(lines)) {
    const property = parseProperty(line);
    if (!property) continue;
    const isMark = /^vcard$/i.test(property.value.trim());
    if (property.name === 'BEGIN' && isMark) {
      depth += 1;
      if (depth === 1) properties = [];
      continue;
    }
    if (property.name === 'END' && isMark) {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && properties) {
        const version = properties.find(({ name }) => name === 'VERSION')?.value.trim() ?? '3.0';
        yield { version, properties: properties.filter(({ name }) => name !== 'VERSION') };
        properties = null;
      }
      continue;
    }
    // A card inside of another one (AGENT in 2.1) is not somebody of this list.
    if (depth === 1) properties?.push(property);
  }
  // A file that ends in the middle of a card: what could be read is read.
  if (properties && properties.length > 0)
    yield {
      version: properties.find(({ name }) => name === 'VERSION')?.value.trim() ?? '3.0',
      properties: properties.filter(({ name }) => name !== 'VERSION'),
    };
}

/** A value's text without its escapes. */
export const unescapeVcard = (value: string): string =>
  value.replaceAll(/\\([\\;,:nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));

export const escapeVcard = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (letter) => `\\${letter}`).replaceAll(/\r\n|\r|\n/g, '\\n');

/** The parts of a structured value (N, ADR, ORG), separated by semicolons. */
export const vcardParts = (value: string): string[] =>
  value.split(/(?<!\\);/).map((part) => unescapeVcard(part).trim());

/** Folds a line to 75 octets, never inside of a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const octets = new TextEncoder().encode(character).length;
    if (size + octets > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      size = 1;
    }
    part += character;
    size += octets;
  }
  return [...parts, part].join('\r\n');
}

/** A card as text, with the ends of lines that the format has. */
export function writeVcard({ version, properties }: Vcard): string {
  const lines = properties.map(({ group, name, params, value }) => {
    const head = params.map((param) => `;${param.name}=${param.value}`).join('');
    return folded(
      `${group === null ? '' : `${group}.`}${name}${head}:${value.replaceAll(/\r\n|\r|\n/g, '\\n')}`,
    );
  });
  return `${['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'].join('\r\n')}\r\n`;
}
