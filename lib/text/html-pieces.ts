const signMap = (signs: string, shifted: string): ReadonlyMap<string, string> => {
  const all = [...shifted];
  return new Map([...signs].map((sign, at) => [sign, all[at] ?? sign]));
};

export const LOWERED = signMap('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎');
export const RAISED = signMap('0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ');

/** A text in signs that stand higher or lower, where all of it has such; else as it is. */
export function shifted(text: string, signs: ReadonlyMap<string, string>): string {
  const all = [...text].map((sign) => signs.get(sign));
  return text && all.every(Boolean) ? all.join('') : text;
}

/** How long a text is without the spaces at its end; an expression would try each space of it. */
export function lengthWithoutSpaces(text: string): number {
  let { length } = text;
  while (text[length - 1] === ' ' || text[length - 1] === '\t') length -= 1;
  return length;
}

export const attributeOf = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
    .exec(attributes)
    ?.slice(1)
    .find(Boolean) ?? '';

export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
};

/** A block of code, whatever it contains. */
export function codeBlockOf(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

export const codeOf = (text: string): string => {
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return text ? fence + pad + text + pad + fence : '';
};

const MARK = /^(?:[-*•]|\d{1,9}\.) /;

/** Lines as one: paragraphs, and items of lists, are divided by `lineBreak`, other lines by a space. */
export function joinedLines(text: string, lineBreak: string): string {
  let result = '';
  let isBelowEmpty = false;
  for (const line of text.split('\n')) {
    const own = line.trim();
    if (own && result) result += isBelowEmpty || MARK.test(own) ? lineBreak : ' ';
    result += own;
    isBelowEmpty = own === '';
  }
  return result;
}

/** Quotes each line of a text. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n');
