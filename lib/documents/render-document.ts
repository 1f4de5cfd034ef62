import { createMarkdown } from '#lib/text/render-markdown.ts';
import { isDiagram } from './code-languages.ts';
import { highlightCode } from './highlight.ts';
import { renderMath } from './math.ts';
import { mathMarkdown } from './math-markdown.ts';

/** Characters of code that get colours, and of formulas that are rendered, in one text. */
const CODE_MAX = 200_000;
const MATH_MAX = 100_000;

type Spent = { code: number; math: number };

const markdown = createMarkdown();
markdown.use(mathMarkdown);
const { escapeHtml } = markdown.utils;
const spentBy = new WeakMap<object, Spent>();

/** What was spent on a text so far, by markdown-it's environment object. */
function spent(env: object = {}): Spent {
  const known = spentBy.get(env) ?? { code: 0, math: 0 };
  spentBy.set(env, known);
  return known;
}

function mathHtml(latex: string, isBlock: boolean, env: object | undefined): string | null {
  const sum = spent(env);
  sum.math += latex.length;
  return sum.math > MATH_MAX ? null : renderMath(latex, isBlock);
}

function codeHtml(code: string, language: string, env: object | undefined): string | null {
  const sum = spent(env);
  sum.code += code.length;
  return sum.code > CODE_MAX ? null : highlightCode(code, language);
}

const blockHtml = (latex: string, env: object | undefined): string => {
  const html = mathHtml(latex, true, env);
  return html === null
    ? `<pre><code class="language-math">${escapeHtml(latex)}</code></pre>\n`
    : `<div data-math="">${html}</div>\n`;
};

const plainFence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, at, options, env, self) => {
  const { content = '', info = '' } = tokens[at] ?? {};
  const language = info.trim().split(/\s/)[0] ?? '';
  if (language === 'math') return blockHtml(content.trim(), env);
  // What is drawn is drawn by the page; without a script it is read as it is written.
  if (isDiagram(language))
    return `<figure data-diagram=""><pre><code>${escapeHtml(content)}</code></pre></figure>\n`;
  const html = codeHtml(content, language, env);
  if (html === null) return plainFence?.(tokens, at, options, env, self) ?? '';
  return `<pre><code class="language-${escapeHtml(language)}">${html}</code></pre>\n`;
};

markdown.renderer.rules.math_inline = (tokens, at, _options, env) => {
  const latex = tokens[at]?.content ?? '';
  return mathHtml(latex, false, env) ?? `<code>${escapeHtml(latex)}</code>`;
};

markdown.renderer.rules.math_block = (tokens, at, _options, env) => blockHtml(tokens[at]?.content ?? '', env);

/** A document's Markdown as safe HTML, with coloured code and with formulas. */
export function renderDocument(text: string): string {
  return markdown.render(text, {});
}
