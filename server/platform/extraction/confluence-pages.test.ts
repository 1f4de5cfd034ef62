import { afterAll, describe, expect, it } from 'vitest';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

const convert = (page: string) => extraction.convertDocument(Buffer.from(page), 'confluence');

async function markdownOf(page: string): Promise<string> {
  const result = await convert(page);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.markdown;
}

const macro = (name: string, content: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${content}</ac:structured-macro>`;
const rich = (content: string) => `<ac:rich-text-body>${content}</ac:rich-text-body>`;

describe('a page that Confluence exported as HTML', () => {
  it('has its panels, code, toggles and tasks, its date, and no table of contents', async () => {
    const page = `<html><body><h1 id="title-text">DS : Home</h1><div class="page-metadata">Created by <span class="author">Ada</span>, last modified by Bo on Jan 02, 2025</div>
<div id="main-content"><div class="toc-macro"><ul><li>x</li></ul></div>
<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Wet</p><div class="confluence-information-macro-body"><p>Take care</p></div></div>
<div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">a &lt; b</pre></div></div>
<div class="panel"><div class="panelHeader"><b>Head</b></div><div class="panelContent"><p>Body</p></div></div>
<div class="expand-container"><div class="expand-control"><span class="expand-control-text">Open</span></div><div class="expand-content"><p>Hidden</p></div></div>
<ul class="inline-task-list"><li class="checked">done</li><li>open</li></ul></div></body></html>`;
    const result = await extraction.convertDocument(Buffer.from(page), 'page');
    expect(result).toMatchObject({
      ok: true,
      about: { title: 'Home', author: 'Ada', modified: '2025-01-02T00:00:00.000Z', left_out: 'toc' },
      markdown: [
        '> [!WARNING]\n> **Wet**\n>\n> Take care',
        '```java\na < b\n```',
        '> [!NOTE]\n> **Head**\n>\n> Body',
        '<details>\n<summary>Open</summary>\n\nHidden\n\n</details>',
        '- [x] done\n- [ ] open',
      ].join('\n\n'),
    });
  });

  it('has its columns, dates, and widths and places of its pictures', async () => {
    const page = `<html><body><div id="main-content"><div class="contentLayout2"><div class="columnLayout two-equal" data-layout="two-equal">
<div class="cell normal" data-type="normal"><div class="innerCell"><p>one <time datetime="2026-03-04" class="date-past">04 Mar 2026</time></p></div></div>
<div class="cell normal" data-type="normal"><div class="innerCell"><p>two</p></div></div></div></div>
<p><span class="confluence-embedded-file-wrapper image-center-wrapper confluence-embedded-manual-size"><img class="confluence-embedded-image image-center" width="190" src="attachments/1/2.png"></span></p>
<p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" width="190" src="attachments/1/3.png"></span></p></div></body></html>`;
    expect(await extraction.convertDocument(Buffer.from(page), 'page')).toMatchObject({
      ok: true,
      markdown: [
        '<div data-columns>\n<div data-column>\n\none @[2026-03-04](date:2026-03-04)\n\n</div>\n\n<div data-column>\n\ntwo\n\n</div>\n\n</div>',
        '<span data-picture data-width="25" data-align="center">![](attachments/1/2.png)</span>',
        '![](attachments/1/3.png)',
      ].join('\n\n'),
    });
  });
});

describe('a page in the storage format of Confluence', () => {
  it.each([
    [
      'text, marks and entities',
      '<p>Caf&eacute;&nbsp;<strong>bold</strong> <em>it</em> &lt;x&gt;</p>',
      'Café\u00a0**bold** *it* \\<x>',
    ],
    [
      'tables',
      '<table class="wrapped"><colgroup><col/></colgroup><tbody><tr><th>a</th></tr><tr><td><p>b</p></td></tr></tbody></table>',
      '| a |\n| --- |\n| b |',
    ],
    [
      'code',
      macro('code', '<ac:plain-text-body><![CDATA[if (a < b) {\n}]]></ac:plain-text-body>', {
        language: 'js',
      }),
      '```javascript\nif (a < b) {\n}\n```',
    ],
    [
      'panels',
      macro('warning', rich('<p>Take care</p>'), { title: 'Wet' }),
      '> [!WARNING]\n> **Wet**\n>\n> Take care',
    ],
    [
      'toggles',
      macro('expand', rich('<p>Hidden</p>'), { title: 'More' }),
      '<details>\n<summary>More</summary>\n\nHidden\n\n</details>',
    ],
    [
      'tasks',
      '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>open</ac:task-body></ac:task></ac:task-list>',
      '- [x] done\n- [ ] open',
    ],
    [
      'links',
      '<p><ac:link ac:anchor="top"><ri:page ri:content-title="Home (old) &amp; all"/><ac:plain-text-link-body><![CDATA[home]]></ac:plain-text-link-body></ac:link> <ac:link><ri:attachment ri:filename="a b.pdf"/></ac:link> <ac:link><ri:user ri:username="Ada"/></ac:link></p>',
      '[home](/confluence/page/Home%20%28old%29%20%26%20all#top) [a b.pdf](/confluence/file//a%20b.pdf) @Ada',
    ],
    [
      'pictures',
      '<p><ac:image ac:alt="map"><ri:attachment ri:filename="map.png"/></ac:image><ac:image><ri:url ri:value="https://example.org/x.png"/></ac:image></p>',
      '![map](/confluence/file//map.png)![](https://example.org/x.png)',
    ],
    [
      'layouts',
      '<ac:layout><ac:layout-section><ac:layout-cell><p>one</p></ac:layout-cell><ac:layout-cell><p>two</p></ac:layout-cell></ac:layout-section></ac:layout>',
      '<div data-columns>\n<div data-column>\n\none\n\n</div>\n\n<div data-column>\n\ntwo\n\n</div>\n\n</div>',
    ],
    [
      'layouts with one cell that is filled',
      '<ac:layout><ac:layout-section><ac:layout-cell><p>one</p></ac:layout-cell><ac:layout-cell> </ac:layout-cell></ac:layout-section></ac:layout>',
      'one',
    ],
    [
      'columns',
      macro('section', rich(`${macro('column', rich('<p>one</p>'))}${macro('column', rich('<p>two</p>'))}`)),
      '<div data-columns>\n<div data-column>\n\none\n\n</div>\n\n<div data-column>\n\ntwo\n\n</div>\n\n</div>',
    ],
    [
      'dates',
      '<p>due <time datetime="2026-03-04"/> or <time datetime="soon"/></p>',
      'due @[2026-03-04](date:2026-03-04) or soon',
    ],
    [
      'widths, places and captions of pictures',
      '<ac:image ac:width="380" ac:original-width="1200" ac:align="center"><ri:attachment ri:filename="map.png"/><ac:caption><p>The &lt;old&gt; map</p></ac:caption></ac:image>',
      '<span data-picture data-width="50" data-align="center">![](/confluence/file//map.png)<br>The &lt;old> map</span>',
    ],
    [
      'pictures in their own size',
      '<ac:image ac:width="200" ac:original-width="200"><ri:attachment ri:filename="a.png"/></ac:image><ac:image ac:width="1800"><ri:attachment ri:filename="b.png"/></ac:image>',
      '![](/confluence/file//a.png)![](/confluence/file//b.png)',
    ],
  ])('has its %s as those of documents', async (_name, page, markdown) => {
    expect(await markdownOf(page)).toBe(markdown);
  });

  it('leaves out what has no form here, and says so', async () => {
    const page = `${macro('toc', '')}${macro('children', '')}<p>Text</p>${macro('odd', rich('<p>kept</p>'))}<script>x</script>`;
    expect(await convert(page)).toMatchObject({
      ok: true,
      markdown: 'Text\n\nkept',
      about: { left_out: 'children, odd, toc' },
    });
  });

  it('expands no entities, runs nothing, and refuses what is no XML', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><p>&b; <a href="javascript:alert(1)">x</a></p>`;
    const written = await convert(bomb);
    expect(JSON.stringify(written)).not.toContain('lol');
    expect(JSON.stringify(written)).not.toContain('javascript:');
    expect(await convert('<p>not <b>closed</p>')).toMatchObject({ ok: false, code: 'corrupt' });
    expect(await markdownOf(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}`)).toBe('deep');
  });
});
