import type MarkdownIt from 'markdown-it';

type Footnotes = {
  /** The text of each label, as it was written. */
  texts: Map<string, string>;
  /** Labels in the order of their first reference, each with its number and how many references it has. */
  used: Map<string, { number: number; times: number }>;
};

/** A text's footnotes, and those that are shown, by markdown-it's environment object. */
const footnotesOf = new WeakMap<object, Footnotes>();

function notesOf(env: object): Footnotes {
  const known = footnotesOf.get(env);
  if (known) return known;
  const notes: Footnotes = { texts: new Map(), used: new Map() };
  footnotesOf.set(env, notes);
  return notes;
}

const DEFINITION = /^\[\^([^\]\s]{1,100})\]:[ \t]*(.*)$/;
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/;
const INDENTED = /^(?: {2,}|\t)\S/;

/** The numbers and back links of footnotes in sanitized HTML: they are not part of the text. */
export const FOOTNOTE_MARKS =
  /<sup data-footnote(?:="")?>[\s\S]*?<\/sup>|<a [^>]*role="doc-backlink"[^>]*>[^<]*<\/a>/g;

/**
 * Adds `[^label]` and `[^label]: text` (with further lines indented) to Markdown: numbers in the text, the
 * notes below it. A label without a note stays as it is written.
 */
export function footnotes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before(
    'reference',
    'footnote',
    (state, startLine, endLine, silent) => {
      const lineAt = (line: number) =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
      const found = DEFINITION.exec(lineAt(startLine));
      const label = found?.[1];
      if (label === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
      if (silent) return true;
      const lines = [found?.[2] ?? ''];
      let next = startLine + 1;
      for (; next < endLine; next += 1) {
        const line = state.src.slice(state.bMarks[next], state.eMarks[next]);
        const isBlank = line.trim() === '';
        const following = state.src.slice(state.bMarks[next + 1] ?? 0, state.eMarks[next + 1] ?? 0);
        if (isBlank && !(next + 1 < endLine && INDENTED.test(following))) break;
        if (!isBlank && !INDENTED.test(line)) break;
        lines.push(line.trim());
      }
      const { texts } = notesOf(state.env);
      if (!texts.has(label)) texts.set(label, lines.join('\n'));
      state.line = next;
      return true;
    },
    { alt: ['paragraph', 'reference'] },
  );

  markdown.inline.ruler.before('link', 'footnote_reference', (state, silent) => {
    const label = REFERENCE.exec(state.src.slice(state.pos, state.pos + 110))?.[1];
    const { texts, used } = notesOf(state.env);
    if (label === undefined || !texts.has(label)) return false;
    if (!silent) {
      const note = used.get(label) ?? { number: used.size + 1, times: 0 };
      used.set(label, note);
      note.times += 1;
      const { number, times } = note;
      const own = times === 1 ? `fnref-${number}` : `fnref-${number}-${times}`;
      const token = state.push('html_inline', '', 0);
      token.content = `<sup data-footnote=""><a href="#fn-${number}" id="${own}">${number}</a></sup>`;
    }
    state.pos += label.length + 3;
    return true;
  });

  markdown.core.ruler.after('inline', 'footnote_list', (state) => {
    const { texts, used } = notesOf(state.env);
    if (used.size === 0) return;
    const raw = (content: string) => {
      const token = new state.Token('html_block', '', 0);
      token.content = content;
      state.tokens.push(token);
    };
    raw('<section data-footnotes="">\n<ol>\n');
    // A note may itself refer to notes: they are appended during the iteration.
    for (const [label, { number }] of used) {
      raw(`<li id="fn-${number}">\n`);
      const inner: typeof state.tokens = [];
      markdown.block.parse(texts.get(label) ?? '', markdown, state.env, inner);
      for (const token of inner) {
        if (token.type === 'inline' && token.children)
          markdown.inline.parse(token.content, markdown, state.env, token.children);
      }
      for (const token of inner) state.tokens.push(token);
      raw(
        `<p><a href="#fnref-${number}" role="doc-backlink" aria-label="Back to the text">↩</a></p>\n</li>\n`,
      );
    }
    raw('</ol>\n</section>\n');
  });
}
