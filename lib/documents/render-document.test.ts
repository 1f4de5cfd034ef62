import { describe, expect, it } from 'vitest';
import { renderDocument } from './render-document.ts';

describe('code of a document', () => {
  it('has its parts marked where its language is known', () => {
    expect(renderDocument('```typescript\nconst a = "<b>";\n```')).toBe(
      '<pre><code class="language-typescript"><span class="hljs-keyword">const</span> a = ' +
        '<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>\n',
    );
  });

  it.each(['', 'unheard-of', 'constructor', '"><img src=x>'])(
    'is escaped text in the language %j',
    (language) => {
      const html = renderDocument(`\`\`\`${language}\n<script>1</script>\n\`\`\``);
      expect(html).toContain('&lt;script&gt;1&lt;/script&gt;');
      expect(html).not.toMatch(/<script|<img|hljs/);
    },
  );

  it('of any length and number takes bounded time', () => {
    const begin = process.cpuUsage();
    renderDocument(`\`\`\`javascript\n${'a("'.repeat(500_000)}\n\`\`\`\n`);
    renderDocument('```cpp\n((((((((<<<<<<{{{{{{\n```\n'.repeat(20_000));
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5_000);
  });
});

describe('a diagram of a document', () => {
  it('is a figure with its escaped text, which pages draw', () => {
    expect(renderDocument('```mermaid\ngraph TD\n  a["<b>"] --> b\n```')).toBe(
      '<figure data-diagram=""><pre><code>graph TD\n  a[&quot;&lt;b&gt;&quot;] --&gt; b\n</code></pre></figure>\n',
    );
  });
});

describe('formulas of a document', () => {
  it('are MathML within a line and in blocks', () => {
    const html = renderDocument('So $a^2$ is\n\n$$\n\\frac{1}{2}\n$$\n\n```math\nx\n```');
    expect(html).toContain('So <math alttext="a^2"');
    expect(html).toMatch(/<div data-math=""><math alttext="\\frac\{1\}\{2\}"[^>]*display="block"/);
    expect(html.match(/<math/g)).toHaveLength(3);
  });

  it.each(['costs $5 and $10', 'a $ b $ c', '\\$a$', '`$a$`', '$$', 'x$1,$2'])('are none in %j', (text) => {
    expect(renderDocument(text)).not.toContain('<math');
  });

  it.each([
    '$\\href{javascript:alert(1)}{x}$',
    '$\\includegraphics{https://example.org/x}$',
    '$\\htmlStyle{position:fixed}{x}$',
    '$</math><script>alert(1)</script>$',
    '$"onload=alert(1) x="$',
    '$\\frac$',
  ])('run and load nothing: %s', (text) => {
    expect(renderDocument(text)).not.toMatch(/<script|<a |<img|href=|src=|style=|<[^>]*" ?onload=/);
  });

  it('of any number and depth take bounded time', () => {
    const begin = process.cpuUsage();
    renderDocument('$x$ '.repeat(50_000));
    renderDocument(`$$\n${'\\frac{1}{'.repeat(900)}\n$$`);
    renderDocument(`$$\n${'{'.repeat(4_000)}x${'}'.repeat(4_000)}\n$$`);
    renderDocument('$$\n\\def\\a{\\a\\a}\\a\n$$\n\n'.repeat(500));
    renderDocument('> $$\n\n'.repeat(20_000));
    renderDocument('$a '.repeat(100_000));
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(10_000);
  });
});

describe('a picture with a layout', () => {
  it('has its width, its alignment and its caption, all of it text', () => {
    const text = '<span data-picture data-width="50" data-align="right">![a](/b.png)<br>1 &lt;b> "x"</span>';
    expect(renderDocument(text)).toBe(
      '<p><span data-picture="" data-width="50" data-align="right"><img src="/b.png" alt="a"><span data-caption="">1 &lt;b&gt; &quot;x&quot;</span></span></p>\n',
    );
  });
});

describe('the direction of a block', () => {
  it('follows its own text in a document of another direction, and the outer one the first letter in it', () => {
    const html = renderDocument(
      '# Boats\n\n- 1 שלום\n  - boat\n\n> - سفينة\n\n- boat\n\n| שם | x |\n|---|---|',
    );
    expect(html).toContain('<ul dir="rtl">\n<li>1 שלום\n<ul dir="ltr">');
    expect(html).toContain('<blockquote dir="rtl">\n<ul dir="rtl">');
    expect(html).toContain('<ul dir="ltr">\n<li>boat</li>');
    expect(html).toContain('<table dir="rtl">');
  });

  it('is not written where a text has only one', () => {
    expect(renderDocument('- boat\n\n> quote')).not.toContain('dir=');
  });
});

it('has the alignment of columns without styles, which pages refuse', () => {
  const html = renderDocument('| a | b |\n|:-:|--:|\n| 1 | 2 |');
  expect(html).toContain('<th data-align="center">a</th>');
  expect(html).toContain('<td data-align="right">2</td>');
  expect(html).not.toContain('style=');
});
