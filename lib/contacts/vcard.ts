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
  /** The card inside of this one that it introduces (AGENT in 2.1). */
  card?: Vcard;
};

export type Vcard = { version: string; properties: readonly VcardProperty[] };

/** Longer cards are refused: a picture inside of one is a few hundred kB. */
export const VCARD_MAX_LENGTH = 4_000_000;

/** Cards inside of a card, which are read and written one in another, are this many deep at most. */
const DEPTH_MAX = 4;
const LINE_OCTETS = 75;

function bytesOfQuotedPrintable(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hex = text[at] === '=' ? text.slice(at + 1, at + 3) : '';
    const point = text.codePointAt(at) ?? 0;
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else if (point < 0x80) bytes.push(point);
    else {
      bytes.push(...new TextEncoder().encode(String.fromCodePoint(point)));
      if (point > 0xffff) at += 1;
    }
  }
  return Uint8Array.from(bytes);
}

/** Bytes in the character set that is named, else in UTF-8, else in that of Western Europe, which many phones write unnamed. */
function decodeQuotedPrintable(text: string, charset: string | undefined): string {
  const bytes = bytesOfQuotedPrintable(text);
  for (const name of [charset, 'utf-8'])
    try {
      if (name !== undefined) return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      // An unknown name, or bytes that are none of it: they are read in the next one.
    }
  return new TextDecoder('windows-1252').decode(bytes);
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
  const parts = splitOutside(line, ':');
  // A quotation mark that is never closed hides the colon.
  const [head = '', ...rest] = parts.length > 1 ? parts : line.split(':');
  if (rest.length === 0) return null;
  const [written = '', ...params] = splitOutside(head, ';');
  const dot = written.lastIndexOf('.');
  const name = written
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z0-9_-]+$/.test(name)) return null;
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
  const isQuoted = /^quoted-printable$/i.test(paramOf(property, 'ENCODING') ?? '');
  // What is read is text; a charset, or that it was written as it is, would say of it what is not so any more.
  const retained = property.params.filter(
    (param) =>
      param.name !== 'CHARSET' &&
      !(param.name === 'ENCODING' && (isQuoted || /^[78]bit$/i.test(param.value.trim()))),
  );
  const value = isQuoted
    ? decodeQuotedPrintable(property.value, paramOf(property, 'CHARSET')).replaceAll('\r\n', '\n')
    : property.value;
  return { ...property, params: retained, value };
}

/** The beginning of a line of a text that somebody wrote, rather than of a property of this name. */
const IS_ADDRESS = /^https?:\/\//i;
/** Properties with texts that may have several lines. */
const HAS_LINES = /^(?:NOTE|ADR|LABEL|X-.*)$/;

const isBinary = ({ params }: Pick<VcardProperty, 'params'>): boolean =>
  params.some(({ name, value }) => name === 'ENCODING' && /^(?:b|base64)$/i.test(value.trim()));

/**
 * Adds a line that is no property to the last one of a card: some programs write the lines of a text, and of a picture, without
 * a mark that they continue it.
 */
function continueProperty(properties: VcardProperty[] | undefined, line: string): void {
  const last = properties?.at(-1);
  if (!properties || !last || last.card || line.trim() === '') return;
  if (isBinary(last)) properties.push({ ...last, value: last.value + line.trim() });
  else if (HAS_LINES.test(last.name)) {
    const { version } = cardOf(properties.slice(0, 10));
    properties.push({ ...last, value: `${last.value}${version === '2.1' ? '\n' : '\\n'}${line}` });
  } else return;
  properties.splice(-2, 1);
}

/**
 * Whether a line of version 2.1 was folded at a blank, which is a part of its text then. Most programs fold lines of that
 * version as later ones have it, after so many octets, with a blank that is none of the text's.
 */
const isFoldedAtBlank = (line: string): boolean => new TextEncoder().encode(line).length < LINE_OCTETS - 5;

/** Undoes the folding of long lines: a line that begins with a blank continues the one before it. */
function* unfoldedLines(lines: Iterable<string>): Generator<string> {
  /** The parts of a line, joined once: a card may be folded after every character. */
  let parts: string[] = [];
  let isQuoted = false;
  let isBase64 = false;
  let retainsBlanks = false;
  let isOld = false;
  for (const next of lines) {
    const last = parts.at(-1);
    if (last !== undefined && isQuoted && last.endsWith('=')) {
      parts[parts.length - 1] = last.slice(0, -1);
      parts.push(next);
    } else if (last !== undefined && /^[ \t]/.test(next)) {
      // Of the line as it was folded: with the blank before it.
      const folded: string = parts.length > 1 && !retainsBlanks ? ` ${last}` : last;
      retainsBlanks = isOld && !isBase64 && (retainsBlanks || isFoldedAtBlank(folded));
      parts.push(retainsBlanks ? next : next.slice(1));
    } else {
      if (last !== undefined) yield parts.join('');
      parts = [next];
      retainsBlanks = false;
      const head = next.slice(0, Math.max(0, next.indexOf(':')));
      isQuoted = /quoted-printable/i.test(head);
      isBase64 = /base64|encoding=b(?:;|$)/i.test(head);
      if (/^(?:begin|version):/i.test(next)) isOld = /^version:\s*2\.1\s*$/i.test(next);
    }
  }
  if (parts.length > 0) yield parts.join('');
}

/** Whether after this line a card begins that is inside of the one that has the line: the agent of a person (2.1). */
export const introducesVcard = (line: string): boolean => /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*$/i.test(line);

/**
 * The cards of a text, one by one; a card without an end ends where another begins that is not inside of it. What is
 * between them, lines that are none and continue no text, and cards that are too deep inside of others are left out.
 * @param lines without their ends
 */
export function* parseVcards(lines: Iterable<string>): Generator<Vcard> {
  /** The properties of the card that is read, and of those that it is inside of. */
  const open: VcardProperty[][] = [];
  let tooDeep = 0;
  /** Ends the card that is read. @returns it where it is inside of no other one */
  const close = (): Vcard | null => {
    const properties = open.pop();
    const around = open.at(-1);
    if (!properties) return null;
    if (!around) return cardOf(properties);
    // Somebody inside of a card is not somebody of this list, and is given back with it.
    const before = around.pop();
    if (before) around.push({ ...before, card: cardOf(properties) });
    return null;
  };
  /** Ends a card that has no end, with those inside of it: what could be read is read. */
  const closeAll = (): Vcard | null => {
    let card: Vcard | null = null;
    while (open.length > 0) card = close();
    tooDeep = 0;
    return card && card.properties.length > 0 ? card : null;
  };
  let isIntroduced = false;
  for (const line of unfoldedLines(lines)) {
    const property = parseProperty(line);
    if (!property || (IS_ADDRESS.test(line) && HAS_LINES.test(open.at(-1)?.at(-1)?.name ?? ''))) {
      if (tooDeep === 0) continueProperty(open.at(-1), line);
      continue;
    }
    const isMark = /^vcard$/i.test(property.value.trim());
    if (property.name === 'BEGIN' && isMark) {
      const unended = isIntroduced ? null : closeAll();
      if (unended) yield unended;
      if (open.length > DEPTH_MAX) tooDeep += 1;
      else open.push([]);
    } else if (property.name === 'END' && isMark && tooDeep > 0) tooDeep -= 1;
    else if (property.name === 'END' && isMark) {
      const card = close();
      if (card) yield card;
    } else if (tooDeep === 0) open.at(-1)?.push(property);
    isIntroduced = introducesVcard(line);
  }
  const unended = closeAll();
  if (unended) yield unended;
}

/** The first card of a text; null where it has none. */
export const readVcard = (text: string | undefined): Vcard | null =>
  text === undefined ? null : (parseVcards(text.split(/\r\n|\r|\n/)).next().value ?? null);

function cardOf(properties: readonly VcardProperty[]): Vcard {
  const version = properties.find(({ name }) => name === 'VERSION')?.value.trim() ?? '3.0';
  return { version, properties: properties.filter(({ name }) => name !== 'VERSION') };
}

/**
 * A value's text without its escapes. Version 2.1 has one, for semicolons. Some programs write `\n` and `\,` in it as
 * well, but line breaks are nearly always quoted-printable there, and a path such as `C:\new` has backslashes of its
 * own: what is read differently would be changed by the next export.
 */
export const unescapeVcard = (value: string, version: string): string =>
  version === '2.1'
    ? value.replaceAll('\\;', ';')
    : value.replaceAll(/\\([\\;,:nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));

/** A text with the escapes of its version. */
export const escapeVcard = (text: string, version: string): string =>
  version === '2.1'
    ? text.replaceAll(';', '\\;')
    : text.replaceAll(/[\\;,]/g, (letter) => `\\${letter}`).replaceAll(/\r\n|\r|\n/g, '\\n');

/** A text as a part of a structured value; in 2.1, a blank parts the backslash at its end from the semicolon after it. */
export const escapeVcardPart = (text: string, version: string): string =>
  version === '2.1' && text.endsWith('\\') ? `${escapeVcard(text, version)} ` : escapeVcard(text, version);

const PARTS = /(?:\\[\s\S]|[^\\;]|\\$)+|(?<=^|;)(?=;|$)/g;
const PARTS_2_1 = /(?:\\;|[^;])+|(?<=^|;)(?=;|$)/g;

/** The parts of a structured value (N, ADR, ORG), separated by semicolons. */
export const vcardParts = (value: string, version: string): string[] =>
  (value.match(version === '2.1' ? PARTS_2_1 : PARTS) ?? []).map((part) =>
    unescapeVcard(part, version).trim(),
  );

/** The bytes of a character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** Folds a line to 75 octets, never inside of a character. */
function folded(line: string): string {
  const parts: string[] = [];
  // A picture is long, and each of its characters an octet.
  if (/^[\t -~]*$/.test(line)) {
    parts.push(line.slice(0, LINE_OCTETS));
    for (let at = LINE_OCTETS; at < line.length; at += LINE_OCTETS - 1)
      parts.push(` ${line.slice(at, at + LINE_OCTETS - 1)}`);
    return parts.join('\r\n');
  }
  let part = '';
  let size = 0;
  for (const character of line) {
    const octets = octetsOf(character);
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

/** A line of version 2.1, which has neither escapes for line breaks nor a character set of its own. */
function quotedPrintable(head: string, value: string): string {
  const lines: string[] = [];
  let line = `${head};CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:`;
  for (const character of value.replaceAll(/\r\n|\r|\n/g, '\r\n')) {
    const isPlain = /[ -<>-~]/.test(character);
    const bytes = isPlain ? [] : [...new TextEncoder().encode(character)];
    const written = isPlain
      ? character
      : bytes.map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    // The mark of a line that continues is its last character.
    if (line.length + written.length >= LINE_OCTETS) {
      lines.push(`${line}=`);
      line = '';
    }
    line += written;
  }
  return [...lines, line].join('\r\n');
}

function writtenProperty({ group, name, params, value, card }: VcardProperty, version: string): string {
  const head = `${group === null ? '' : `${group}.`}${name}${params.map((param) => `;${param.name}=${param.value}`).join('')}`;
  // A fold of version 2.1 is at a blank of the text, which not each program undoes in the same way.
  const isLong = head.length + value.length >= LINE_OCTETS && !isBinary({ params });
  const isEncoded = version === '2.1' && (isLong || /[^\t -~]/.test(value));
  const line = isEncoded
    ? quotedPrintable(head, value)
    : folded(`${head}:${value.replaceAll(/\r\n|\r|\n/g, '\\n')}`);
  return card ? `${line}\r\n${writeVcard(card).trimEnd()}` : line;
}

/** A card as text, with the ends of lines that the format has. */
export function writeVcard({ version, properties }: Vcard): string {
  const lines = properties.map((property) => writtenProperty(property, version));
  return `${['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'].join('\r\n')}\r\n`;
}
