import { FOLD_BYTES, unfoldBytes } from '#lib/contacts/unfold-bytes.ts';
import { introducesVcard, VCARD_MAX_LENGTH } from '#lib/contacts/vcard.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

const PIECE_BYTES = 256 * 1024;
/** Of a card, without those that continue another one: a picture whose lines are not marked as such has as many. */
const CARD_LINES_MAX = 60_000;
/** Properties that are left out of a card to make room for those after them; then what comes is left out. */
const LEFT_OUT_MAX = 100;
/** Of a name that is too long, its first line remains: nobody is known without one. */
const NAMES: ReadonlySet<string> = new Set(['FN', 'N']);
/** Names of properties that a report lists. */
const NAMES_MAX = 5;
const LINE_BREAK = /\r\n|\n|\r/;

/** The pieces of a file of cards, without folds inside of characters. */
async function* unfoldedPieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  let cut: Uint8Array = new Uint8Array();
  for (let done = 0; done < source.size; ) {
    const bytes = await source.read(done, PIECE_BYTES);
    if (bytes.length === 0) break;
    done += bytes.length;
    const whole = unfoldBytes(Buffer.concat([cut, bytes]));
    const until = Math.max(0, whole.length - FOLD_BYTES);
    cut = whole.slice(until);
    yield whole.subarray(0, until);
  }
  yield cut;
}

/** A line that no card has room for, by how it begins. */
type TooLong = { beginning: string };

async function* textLines(source: ByteSource, encoding: string): AsyncGenerator<string | TooLong> {
  const decoder = createDecoder(encoding);
  let rest = '';
  let tooLong: TooLong | null = null;
  for await (const bytes of unfoldedPieces(source)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (tooLong && lines.length > 0) {
      lines.shift();
      yield tooLong;
      tooLong = null;
    }
    yield* lines;
    if (tooLong || rest.length > VCARD_MAX_LENGTH) {
      tooLong ??= { beginning: rest.slice(0, 100) };
      // Its end may be the first half of a line's.
      rest = rest.endsWith('\r') ? '\r' : '';
    }
  }
  const lines = (rest + decoder.decode()).split(LINE_BREAK);
  if (tooLong) {
    lines.shift();
    yield tooLong;
  }
  yield* lines;
}

/** A card of a file. */
export type CardText = {
  lines: string[];
  /** What of the card could not be read. */
  problems: string[];
};

type Property = { name: string; lines: string[]; length: number; isMark: boolean };

const nameOf = (line: string): string =>
  /^(?:[\w-]+\.)?([\w-]{1,40})[;:]/.exec(line)?.[1]?.toUpperCase() ?? 'a line';

/** Collects the properties of a card; of one that is too long the longest are left out, so that all others are read. */
function createCardText() {
  const properties: Property[] = [];
  const leftOut = new Set<string>();
  let length = 0;
  let count = 0;
  let dropped = 0;
  /** Whether what continues the line before is left out with it. */
  let isSkipping = false;
  const leaveOut = (property: Property): void => {
    const [first = ''] = property.lines;
    const isName = NAMES.has(property.name) && property.lines.length > 1;
    if (!isName) properties.splice(properties.indexOf(property), 1);
    length -= property.length;
    if (isName) {
      property.lines = [first];
      property.length = first.length + 1;
      length += property.length;
    }
    dropped += 1;
    leftOut.add(property.name);
  };
  const longest = (): Property | undefined => {
    let found: Property | undefined;
    for (const one of properties) if (!one.isMark && one.length > (found?.length ?? 0)) found = one;
    return found;
  };
  return {
    add(line: string, isMark: boolean): void {
      const last = properties.at(-1);
      const isContinued = /^[ \t]/.test(line);
      if (!isContinued) count += 1;
      // A picture of some writers has lines that are not marked as its own.
      const isOfLast = !isMark && (isContinued || !line.includes(':'));
      if (isOfLast && isSkipping) return;
      isSkipping = count > CARD_LINES_MAX;
      if (isSkipping) {
        if (!isMark) leftOut.add(isOfLast ? (last?.name ?? 'a line') : nameOf(line));
        return;
      }
      length += line.length + 1;
      if (isOfLast && last && !last.isMark) {
        last.lines.push(line);
        last.length += line.length + 1;
      } else properties.push({ name: nameOf(line), lines: [line], length: line.length + 1, isMark });
      while (length > VCARD_MAX_LENGTH) {
        const now = properties.at(-1);
        const most = dropped < LEFT_OUT_MAX ? longest() : now;
        if (!now || !most) return;
        isSkipping = most === now;
        leaveOut(most);
      }
    },
    addTooLong({ beginning }: TooLong): void {
      const last = properties.at(-1);
      if (/^[ \t]/.test(beginning)) {
        if (!isSkipping && last && !last.isMark) leaveOut(last);
      } else leftOut.add(nameOf(beginning));
      isSkipping = true;
    },
    /** @param isEnded whether the card has an end of its own */
    text(isEnded: boolean): CardText {
      const names = [...leftOut].slice(0, NAMES_MAX).join(', ');
      const more = leftOut.size > NAMES_MAX ? ' and more' : '';
      return {
        lines: properties.flatMap((one) => one.lines),
        problems: [
          ...(leftOut.size > 0 ? [`Left out of the card, which is too long: ${names}${more}`] : []),
          ...(isEnded ? [] : ['The card has no end (END:VCARD): a part of it may be missing']),
        ],
      };
    },
  };
}

/** The lines of each card of a file. A card without an end ends where another begins that is not inside of it. */
export async function* cardTexts(source: ByteSource, encoding: string): AsyncGenerator<CardText> {
  let card = createCardText();
  let depth = 0;
  let isIntroduced = false;
  for await (const line of textLines(source, encoding)) {
    if (typeof line !== 'string') {
      if (depth > 0) card.addTooLong(line);
      isIntroduced = false;
      continue;
    }
    const isBegin = /^BEGIN:VCARD\s*$/i.test(line);
    if (isBegin && depth > 0 && !isIntroduced) {
      yield card.text(false);
      card = createCardText();
      depth = 0;
    }
    if (isBegin) depth += 1;
    if (depth === 0) continue;
    const isEnd = /^END:VCARD\s*$/i.test(line);
    if (line.trim() !== '') isIntroduced = introducesVcard(line);
    card.add(line, isBegin || isEnd || isIntroduced);
    if (isEnd) {
      depth -= 1;
      if (depth > 0) continue;
      yield card.text(true);
      card = createCardText();
    }
  }
  if (depth > 0) yield card.text(false);
}
