import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { renderMarkdown } from './render-markdown.ts';

describe('a document’s Markdown', () => {
  it('becomes headings, lists, emphasis and boxes', () => {
    const html = renderMarkdown('# One\n\ntext **bold**\n\n- [x] done\n- [ ] open\n');
    expect(html).toContain('<h1>One</h1>');
    expect(html).toContain('<strong>bold</strong>');
    expect(html).toContain('<input type="checkbox" disabled="" checked="" /> done');
    expect(html).toContain('<input type="checkbox" disabled="" /> open');
  });

  it('vouches for no address elsewhere, with or without a scheme', () => {
    for (const address of ['https://example.test', '//example.test', 'mailto:a@example.test'])
      expect(renderMarkdown(`[a](${address})`)).toContain('rel="noopener nofollow ugc"');
    for (const address of ['/acme', '#below'])
      expect(renderMarkdown(`[a](${address})`)).not.toContain('rel=');
  });

  it('shows footnotes as numbers that lead to the notes and back', () => {
    const html = renderMarkdown(
      'Water[^a] and salt[^b], water[^a] again, [^none].\n\n[^b]: From **mines**.\n[^a]: From the well,\n  every day.\n',
    );
    expect(html).toContain(
      'Water<sup data-footnote=""><a href="#fn-1" id="fnref-1">1</a></sup> and salt<sup data-footnote=""><a href="#fn-2" id="fnref-2">2</a></sup>',
    );
    expect(html).toContain('<a href="#fn-1" id="fnref-1-2">1</a>');
    expect(html).toContain(', [^none].</p>');
    expect(html).toMatch(/<li id="fn-1">\s*<p>From the well,\s+every day.<\/p>/);
    expect(html).toMatch(/<li id="fn-2">\s*<p>From <strong>mines<\/strong>.<\/p>/);
    expect(html).toContain('<a href="#fnref-2" role="doc-backlink" aria-label="Back to the text">↩</a>');
  });

  it('takes footnotes that refer to each other, and ten thousand of them, in linear time', () => {
    expect(renderMarkdown('a[^1]\n\n[^1]: b[^2]\n[^2]: c[^1]\n')).toContain('id="fnref-1-2"');
    const labels = Array.from({ length: 10_000 }, (_, at) => at);
    const text = `${labels.map((at) => `[^${at}]`).join(' ')}\n\n${labels.map((at) => `[^${at}]: x`).join('\n')}`;
    const spent = cpuTime(() => expect(renderMarkdown(text)).toContain('id="fn-10000"'));
    expect(spent).toBeLessThan(3000);
  });

  it.each([
    'a[^<script>]\n\n[^<script>]: <script>alert(1)</script>',
    'a[^1]\n\n[^1]: [a](javascript:alert(1))',
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

it('renders tasks without a text as tasks, as the editor does', () => {
  const html = renderMarkdown('- [ ]\n- [x]\n- [ ] text\n- [ ](/there)\n');
  expect(html.match(/<input type="checkbox" disabled=""/g)).toHaveLength(3);
  expect(html.match(/data-task=""/g)).toHaveLength(3);
  expect(html).toContain('checked="" />');
});
