import type MarkdownIt from 'markdown-it';
import { BLOCK_LINES_MAX, BLOCK_MATH_MAX, INLINE_MATH_MAX } from './formula.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type InlineRule = Parameters<Parser['inline']['ruler']['before']>[2];
type BlockRule = Parameters<Parser['block']['ruler']['before']>[2];

/** Behind a `$`: text that neither begins nor ends with a space, up to a `$` that no digit follows. */
const FORMULA = new RegExp(`(?!\\s)((?:[^$\\\\\\n]|\\\\[^\\n]){1,${INLINE_MATH_MAX}})\\$(?!\\d)`, 'y');

const inlineMath: InlineRule = (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  let signs = 1;
  while (src[pos + signs] === '$') signs += 1;
  if (signs === 1) {
    FORMULA.lastIndex = pos + 1;
    const latex = FORMULA.exec(src)?.[1];
    if (latex !== undefined && !/\s$/.test(latex) && pos + latex.length + 1 < state.posMax) {
      if (!silent) state.push('math_inline', 'math', 0).content = latex;
      state.pos += latex.length + 2;
      return true;
    }
  }
  // Several of them are themselves.
  if (!silent) state.pending += '$'.repeat(signs);
  state.pos += signs;
  return true;
};

const blockMath: BlockRule = (state, startLine, endLine, silent) => {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(startLine);
  if (!first.startsWith('$$')) return false;
  const add = (latex: string, next: number) => {
    if (silent) return;
    const token = state.push('math_block', 'math', 0);
    token.content = latex;
    token.block = true;
    state.line = next;
  };
  const single = /^\$\$\s*([^$]*[^$\s])\s*\$\$$/.exec(first)?.[1];
  if (single !== undefined && single.length <= BLOCK_MATH_MAX) {
    add(single, startLine + 1);
    return true;
  }
  if (first !== '$$') return false;
  const lastLine = Math.min(endLine, startLine + BLOCK_LINES_MAX);
  for (let line = startLine + 1; line < lastLine; line += 1) {
    const text = lineAt(line);
    if (text !== '' && (state.sCount[line] ?? 0) < state.blkIndent) return false;
    if (text !== '$$') continue;
    const latex = state.getLines(startLine + 1, line, state.sCount[startLine] ?? 0, false).trim();
    if (latex === '' || latex.length > BLOCK_MATH_MAX || latex.includes('$$')) return false;
    add(latex, line + 1);
    return true;
  }
  return false;
};

/** Formulas in LaTeX: `$…$` within a line, `$$` above and below one that has a block of its own. */
export function mathMarkdown(markdown: Parser): void {
  markdown.inline.ruler.before('escape', 'math_inline', inlineMath);
  markdown.block.ruler.before('fence', 'math_block', blockMath, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}
