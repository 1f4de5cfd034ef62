import { afterAll, expect, it } from 'vitest';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

async function markdownOf(body: string): Promise<string> {
  const page = `<html><head><title>T</title></head><body><article class="page"><div class="page-body">${body}</div></article></body></html>`;
  const result = await extraction.convertDocument(Buffer.from(page), 'page');
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.markdown;
}

const todo = (text: string, isDone: boolean, inner = ''): string =>
  `<ul class="to-do-list"><li><div class="checkbox checkbox-${isDone ? 'on' : 'off'}"></div> <span class="to-do-children-${isDone ? 'checked' : 'unchecked'}">${text}</span>${inner}</li></ul>`;
const katex = (latex: string): string =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">${latex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a2</span></span>`;
const callout = (colour: string, icon: string, content: string): string =>
  `<figure class="block-color-${colour} callout" style="display:flex"><div style="font-size:1.5em"><span class="icon">${icon}</span></div><div style="width:100%">${content}</div></figure>`;
const columns = (...texts: string[]): string =>
  `<div class="column-list">${texts.map((text) => `<div class="column" style="width:50%"><p>${text}</p></div>`).join('')}</div>`;

it.each([
  [
    'to-dos',
    todo('Done', true) + todo('Open', false, todo('Inner', true)),
    '- [x] Done\n- [ ] Open\n  - [x] Inner',
  ],
  [
    'lists',
    '<ul class="bulleted-list"><li>a</li></ul><ul class="bulleted-list"><li>b</li></ul><ol class="numbered-list" start="2"><li>c</li></ol>\n<ol class="numbered-list" start="3"><li>d</li></ol>',
    '- a\n- b\n\n2. c\n3. d',
  ],
  [
    'toggles',
    '<ul class="toggle"><li><details open=""><summary>Question</summary><p>Text</p></details></li></ul>',
    '<details>\n<summary>Question</summary>\n\nText\n\n</details>',
  ],
  ['callouts', callout('gray_background', '💡', 'Mind <b>this</b>'), '> [!TIP]\n> Mind **this**'],
  [
    'coloured callouts',
    callout('red_background', '🛶', '<p>Take care</p><p>all</p>'),
    '> [!CAUTION]\n> 🛶 Take care\n>\n> all',
  ],
  [
    'columns',
    columns('Left', 'Right'),
    '<div data-columns>\n<div data-column>\n\nLeft\n\n</div>\n\n<div data-column>\n\nRight\n\n</div>\n\n</div>',
  ],
  ['columns that are too many', columns('a', 'b', 'c', 'd', 'e'), 'a\n\nb\n\nc\n\nd\n\ne'],
  [
    'formulas',
    `<figure class="equation"><style>@import url(x)</style><div class="equation-container"><span class="katex-display">${katex('a^2')}</span></div></figure><p>is <span class="notion-text-equation-token">${katex('b_1')}</span>.</p>`,
    '$$\na^2\n$$\n\nis $b_1$.',
  ],
  [
    'code',
    '<pre class="code"><code class="language-JavaScript">const a = 1;</code></pre><pre class="code"><code class="language-Plain Text">b</code></pre>',
    '```javascript\nconst a = 1;\n```\n\n```\nb\n```',
  ],
  [
    'bookmarks',
    '<figure><a href="https://example.org" class="bookmark source"><div class="bookmark-info"><div class="bookmark-title">Site</div><div class="bookmark-description">About</div></div></a></figure>',
    '[Site](https://example.org)',
  ],
])('a page of Notion has its %s as those of documents', async (_name, body, markdown) => {
  expect(await markdownOf(body)).toBe(markdown);
});

it('reads formulas of other web pages by what they were made of', async () => {
  const wikipedia =
    '<p>x <span class="mwe-math-element"><span><math><semantics><mi>a</mi><annotation encoding="application/x-tex">{\\displaystyle a^{2}}</annotation></semantics></math></span><img src="https://w/x.svg" alt="a"></span> and <math alttext="c^3"><mi>c</mi></math></p>';
  expect(await markdownOf(wikipedia)).toBe('x $a^{2}$ and $c^3$');
});
