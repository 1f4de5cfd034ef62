import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser['parse']>[number];

/** Blocks whose direction shows beside their text: markers, bars, and the order of columns. */
const DIRECTED = /^(?:bullet_list|ordered_list|blockquote|callout|toggle|table)_(open|close)$/;
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of the first letter of a text; null where it has none. */
function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = LETTER.exec(text)?.[0];
  if (letter === undefined) return null;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Gives lists, quotes and tables the direction of their text, in texts that have two of them. */
export function directionMarkdown(markdown: Parser): void {
  markdown.core.ruler.push('direction', ({ src, tokens }) => {
    if (!RIGHT_TO_LEFT.test(src)) return;
    const open: Token[] = [];
    /** From the innermost on, those that have no letter yet: a letter is the first of all around it. */
    let undirected: Token[] = [];
    for (const token of tokens) {
      const edge = DIRECTED.exec(token.type)?.[1];
      if (edge === 'open') {
        open.push(token);
        undirected.push(token);
      } else if (edge === 'close') {
        const closed = open.pop();
        undirected = undirected.filter((one) => one !== closed);
      } else if (token.type === 'inline' && undirected.length > 0) {
        const direction = directionOf(token.content);
        if (direction === null) continue;
        for (const one of undirected) one.attrSet('dir', direction);
        undirected = [];
      }
    }
  });
}

/** The direction of a block that is written by a rule of its own. */
export const directionAttribute = (token: Token | undefined): string => {
  const direction = token?.attrGet('dir');
  return direction ? ` dir="${direction}"` : '';
};
