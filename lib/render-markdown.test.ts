import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

describe('a document’s Markdown', () => {
  it('becomes headings, lists, emphasis and boxes', () => {
    const html = renderMarkdown('# One\n\ntext **bold**\n\n- [x] done\n- [ ] open\n');
    expect(html).toContain('<h1>One</h1>');
    expect(html).toContain('<strong>bold</strong>');
    expect(html).toContain('<input type="checkbox" disabled="" checked="" /> done');
    expect(html).toContain('<input type="checkbox" disabled="" /> open');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&#58;alert(1))',
    '![a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a]: javascript:alert(1)\n[a]',
    '- [x] <script>alert(1)</script>',
    '`<script>`',
    '<https://example.test/"onmouseover="alert(1)>',
  ])('never becomes something that runs: %s', (text) => {
    const made = renderMarkdown(text);
    expect(made).not.toMatch(/<(script|img|iframe|object|embed|style|svg)\b/i);
    expect(made).not.toMatch(/<[^>]+\son\w+=/i);
    expect(made).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i);
  });
});
