/** What is done with the links of a text; null leaves one as it is. */
export type LinkRewriter = {
  /** The new address of a link or picture; of a reference definition it is not known which it is. */
  address(address: string, isPicture: boolean | null): string | null;
  /** Whether a picture becomes a link to it. */
  isLinkedPicture?(address: string): boolean;
  /** The Markdown in place of `[[target|label]]`, or of `![[target]]`. */
  wiki?(target: string, label: string | null, isEmbed: boolean): string | null;
};

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
const WIKI = /!?\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]/y;
const DEFINITION = /\[[^\]\n^][^\]\n]{0,199}\]:[ \t]*(<[^>\n]*>|[^\s<]\S*)/y;
/** What may begin or end a link, or hides one. */
const SIGN = /\\[\s\S]|`+|!?\[\[?|\]/g;
/** The address of a picture, and its title. */
const PICTURE_TAIL = /^\]\((?:<[^>\n]*>|[^\s()]*)(?:\s+"[^"\n]*")?\)/;
const ADDRESS_MAX = 2_000;
const PARENTHESES_MAX = 32;

/**
 * Rewrites the addresses of the links and pictures of a Markdown text, and nothing else of it; not in code. Takes
 * linear time.
 */
export function rewriteLinks(text: string, rewriter: LinkRewriter): string {
  const parts: string[] = [];
  let prose = '';
  let fence: string | null = null;
  const flush = () => {
    if (prose) parts.push(rewriteProse(prose, rewriter));
    prose = '';
  };
  for (const line of text.split(/(?<=\n)/)) {
    const found = FENCE.exec(line.replace(/\r?\n$/, ''));
    const [, sign = '', info = ''] = found ?? [];
    if (fence !== null) {
      parts.push(line);
      if (sign.startsWith(fence) && info.trim() === '') fence = null;
    } else if (sign && !(sign.startsWith('`') && info.includes('`'))) {
      flush();
      parts.push(line);
      fence = sign;
    } else prose += line;
  }
  flush();
  return parts.join('');
}

function rewriteProse(text: string, rewriter: LinkRewriter): string {
  let result = '';
  let done = 0;
  const replace = (from: number, to: number, by: string | null) => {
    if (by === null) return;
    result += text.slice(done, from) + by;
    done = to;
  };
  /** The open brackets, each with whether it is a picture's. */
  const open: { at: number; isPicture: boolean }[] = [];
  const unclosed = new Set<number>();
  SIGN.lastIndex = 0;
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    const [sign] = found;
    const at = found.index;
    if (sign.startsWith('\\')) continue;
    if (sign.startsWith('`')) {
      const stop = unclosed.has(sign.length) ? -1 : closingBackticks(text, at + sign.length, sign);
      if (stop < 0) unclosed.add(sign.length);
      else SIGN.lastIndex = stop;
      continue;
    }
    if (sign.endsWith('[[')) {
      WIKI.lastIndex = at;
      const wiki = rewriter.wiki ? WIKI.exec(text) : null;
      if (wiki) {
        const [whole, target = '', label = null] = wiki;
        replace(
          at,
          at + whole.length,
          rewriter.wiki?.(target.replace(/\\$/, ''), label, whole.startsWith('!')) ?? null,
        );
        SIGN.lastIndex = at + whole.length;
      } else {
        open.push({ at, isPicture: sign.startsWith('!') });
        SIGN.lastIndex = at + sign.length - 1;
      }
      continue;
    }
    if (sign !== ']') {
      DEFINITION.lastIndex = at;
      const definition = sign === '[' && startsLine(text, at) ? DEFINITION.exec(text) : null;
      const target = definition?.[1];
      if (definition && target) {
        const stop = at + definition[0].length;
        replace(stop - target.length, stop, rewritten(target, null, rewriter));
        SIGN.lastIndex = stop;
      } else open.push({ at, isPicture: sign === '![' });
      continue;
    }
    const bracket = open.pop();
    if (bracket === undefined || text[at + 1] !== '(') continue;
    const address = addressAt(text, at + 2);
    if (!address) continue;
    const { isPicture } = bracket;
    const written = text.slice(address.from, address.to);
    const linked = isPicture ? linkedPicture(text, bracket.at, at, written, rewriter) : null;
    if (linked && done <= bracket.at) replace(bracket.at, linked.to, linked.by);
    else replace(address.from, address.to, rewritten(written, isPicture, rewriter));
    SIGN.lastIndex = Math.max(address.to, linked?.to ?? 0);
  }
  return result + text.slice(done);
}

/** What stands in place of a picture that becomes a link; within a link it becomes its text, since links have none in them. */
function linkedPicture(
  text: string,
  from: number,
  at: number,
  written: string,
  { isLinkedPicture }: LinkRewriter,
): { to: number; by: string } | null {
  const address = written.replace(/^<|>$/g, '');
  if (!isLinkedPicture?.(address)) return null;
  const label = text.slice(from + 2, at).trim() || address.replace(/[\\[\]_*`]/g, '\\$&');
  const whole = PICTURE_TAIL.exec(text.slice(at, at + ADDRESS_MAX))?.[0] ?? '';
  const isInLink = whole !== '' && /^\s*\]\(/.test(text.slice(at + whole.length, at + whole.length + 50));
  return isInLink ? { to: at + whole.length, by: label } : { to: at, by: `[${label}` };
}

function rewritten(written: string, isPicture: boolean | null, rewriter: LinkRewriter): string | null {
  const isBracketed = written.startsWith('<');
  const address = isBracketed ? written.slice(1, -1) : written;
  const changed = rewriter.address(address.replace(/\\([!-/:-@[-`{-~])/g, '$1'), isPicture);
  if (changed === null) return null;
  return isBracketed && /[\s()]/.test(changed) ? `<${changed}>` : changed.replace(/[\s()<>]/g, encoded);
}

const encoded = (sign: string): string =>
  `%${(sign.codePointAt(0) ?? 32).toString(16).toUpperCase().padStart(2, '0')}`;

function startsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at);
  return /(?:^|\n) {0,3}$/.test(before) && (at < 4 || before.includes('\n'));
}

/** Where a span of code ends that began with this many backticks; -1 where nothing ends it. */
function closingBackticks(text: string, from: number, sign: string): number {
  for (let at = text.indexOf(sign, from); at >= 0; ) {
    let stop = at + sign.length;
    while (text[stop] === '`') stop += 1;
    if (stop - at === sign.length) return stop;
    at = text.indexOf(sign, stop);
  }
  return -1;
}

/** Where the address stands behind `](`, with its brackets. */
function addressAt(text: string, start: number): { from: number; to: number } | null {
  let from = start;
  while (text[from] === ' ' || text[from] === '\n') from += 1;
  const last = Math.min(text.length, from + ADDRESS_MAX);
  if (text[from] === '<') {
    for (let at = from + 1; at < last && text[at] !== '\n'; at += 1) {
      if (text[at] === '>') return { from, to: at + 1 };
    }
    return null;
  }
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\') at += 1;
    else if (sign === '(') {
      depth += 1;
      // As CommonMark's readers do.
      if (depth > PARENTHESES_MAX) return null;
    } else if (sign === ')' && depth > 0) depth -= 1;
    else if (sign === ')' || sign <= ' ') return at > from ? { from, to: at } : null;
  }
  return null;
}
