import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanPastedHtml, picturesWithin } from './clean-pasted-html.ts';
import { looksLikeMarkdown } from './markdown-paste.ts';
import { pasteProblem } from './paste-problem.ts';

const plain = (html: string) => cleanPastedHtml(html).replace(/\s+/g, ' ').trim();

describe('pasted HTML', () => {
  it('has lists of office programs as lists, with their levels and without their signs', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><![if !supportLists]><span style="mso-list:Ignore">${sign}<span>&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
    const html = `<p>Before</p>${item(1, '·', 'One')}${item(2, '1.', 'Inner')}${item(1, '·', 'Two')}<p>After</p>`;
    const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
    expect([...body.children].map(({ tagName }) => tagName)).toEqual(['P', 'UL', 'P']);
    expect(body.querySelector('ul > li > ol > li')?.textContent).toBe('Inner');
    expect([...body.querySelectorAll('ul > li > p')].map((line) => line.textContent)).toEqual(['One', 'Two']);
  });

  it('has no scripts, styles, frames, comments and pictures that nobody else could see', () => {
    expect(
      plain(
        '<!--[if gte mso 9]><xml>x</xml><![endif]--><style>p{}</style><script>alert(1)</script><p>Text</p>' +
          '<img src="file:///C:/a.png"><img src="data:image/png;base64,AA"><img src="https://example.org/a.png">' +
          '<iframe src="https://example.org"></iframe><svg><script>1</script></svg>',
      ),
    ).toBe('<p>Text</p><a href="https://example.org/a.png">https://example.org/a.png</a>');
  });

  it('has its own pictures as files, links to those of other sites, and their number', () => {
    const html =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p>Plan</p>' +
      '<img alt="Map" src="data:image/png;base64,iVBORw=="><img src="data:image/svg+xml;base64,AA==">' +
      '<img alt="Boat" src="https://lh7.example.org/boat"><img src="/api/items/1/file/"></b>';
    const { files, leftOut } = picturesWithin(html);
    expect(files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'Map.png', type: 'image/png', size: 4 },
    ]);
    expect(plain(html)).toContain(
      '<a href="https://lh7.example.org/boat">Boat</a><img src="/api/items/1/file/">',
    );
    expect(leftOut).toBe(2);
  });

  it.each(['http://[', '//', 'https://%%IMG%%/a.png', 'https://example.org:70000/a.png'])(
    'has no picture whose address is none: %s',
    (address) => {
      const html = `<p>Text</p><img src="${address}"><img src="/api/items/1/file/">`;
      expect(plain(html)).toBe('<p>Text</p><img src="/api/items/1/file/">');
      expect(picturesWithin(html).leftOut).toBe(1);
    },
  );

  it.each([
    [
      'Google Docs',
      '<ul><li dir="ltr" role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBORw==" alt="unchecked"><p role="presentation">Oars</p></li><li role="checkbox" aria-checked="true"><p>Boats</p></li><ul><li role="checkbox" aria-checked="false"><p>Two</p></li></ul></ul>',
    ],
    [
      'GitHub',
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> Oars</li><li class="task-list-item"><label><input type="checkbox" checked> Boats</label><ul><li><input type="checkbox">Two</li></ul></li></ul>',
    ],
    ['Notion', '<ul><li>[ ] Oars</li><li>[x] Boats<ul><li>[ ] Two</li></ul></li></ul>'],
  ])('has tasks of %s as tasks', (_name, html) => {
    const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
    const tasks = [...body.querySelectorAll('ul[data-type="taskList"] > li[data-type="taskItem"]')];
    expect(tasks.map((task) => [task.getAttribute('data-checked'), task.textContent?.trim()])).toEqual([
      ['false', 'Oars'],
      ['true', expect.stringMatching(/^Boats ?Two$/)],
      ['false', 'Two'],
    ]);
    expect(tasks[1]?.contains(tasks[2] ?? null)).toBe(true);
    expect(body.querySelector('input, img')).toBeNull();
  });

  it('has tasks and other items of one list in lists of their own, in their order', () => {
    expect(plain('<ol><li>one</li><li><input type="checkbox">two</li><li>[3] three</li></ol>')).toBe(
      '<ol><li>one</li></ol><ul data-type="taskList"><li data-type="taskItem" data-checked="false">two</li></ul><ol><li>[3] three</li></ol>',
    );
  });

  it('has lists of office programs that follow one another as lists of their own, each with its first number', () => {
    const item = (list: string, sign: string, text: string) =>
      `<p style="mso-list:${list} level1 lfo1"><span style="mso-list:Ignore">${sign}</span>${text}</p>`;
    expect(
      plain(
        item('l0', '·', 'Oars') + item('l1', '3.', 'Ask') + item('l1', '4.', 'Wait') + item('l2', '1.', 'Go'),
      ),
    ).toBe(
      '<ul><li><p>Oars</p></li></ul><ol start="3"><li><p>Ask</p></li><li><p>Wait</p></li></ol><ol><li><p>Go</p></li></ol>',
    );
  });

  it('has no box of a task of Google Docs as a picture, and what is done without a line through it', () => {
    const html =
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw==" alt="checked"><p><span style="text-decoration:line-through">Paint</span></p></li></ul>';
    expect(picturesWithin(html)).toEqual({ files: [], leftOut: 0 });
    expect(plain(html)).not.toContain('line-through');
  });

  it.each([
    ['Word', '<p>One</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><h2>Two</h2>', '<p>One</p><h2>Two</h2>'],
    ['Google Docs', '<p>One</p><br><ul><li>Two</li></ul><br>', '<p>One</p><ul><li>Two</li></ul>'],
    ['Gmail', '<div>One</div><div><br></div><div>Two</div>', '<div>One</div><div>Two</div>'],
  ])('has none of the empty lines that %s puts between blocks', (_name, html, expected) => {
    expect(plain(html)).toBe(expected);
  });

  it('retains the line breaks of a text, and the empty lines of code', () => {
    const html = '<p><font>One<br></font>Two<br>Three</p><pre>a<br><br>b</pre>';
    expect(plain(html)).toBe(html);
  });

  it('has the title of a text of office programs as a heading', () => {
    expect(plain('<p class=MsoTitle>Rules</p>')).toBe('<h1 class="MsoTitle">Rules</h1>');
  });

  it('has a first row in bold as the header of its table, and the alignment of cells', () => {
    const row = (tag: string, style = '') =>
      `<tr><td><p><${tag}>Boat</${tag}></p></td><td style="text-align:right${style}">Crew</td><td></td></tr>`;
    const { body } = new DOMParser().parseFromString(
      cleanPastedHtml(`<table>${row('b', ';font-weight:700')}${row('i')}</table>`),
      'text/html',
    );
    expect(
      [...body.querySelectorAll('tr')].map(({ children }) => [...children].map((one) => one.tagName)),
    ).toEqual([
      ['TH', 'TH', 'TH'],
      ['TD', 'TD', 'TD'],
    ]);
    expect(body.querySelector('b, [style*="font-weight"]')).toBeNull();
    expect([...body.querySelectorAll('[align]')].map((cell) => cell.getAttribute('align'))).toEqual([
      'right',
      'right',
    ]);
  });

  it.each([
    [
      'a first row that is bold in part',
      '<table><tr><td><b>a</b></td><td>b</td></tr><tr><td>c</td></tr></table>',
    ],
    ['a table of one row', '<table><tr><td><b>a</b></td></tr></table>'],
  ])('has no header for %s', (_name, html) => expect(plain(html)).not.toContain('<th'));

  it('has links that lead where they are meant to, and none into the text that was copied', () => {
    expect(
      plain(
        '<a href="https://www.google.com/url?q=https://example.org/plan&amp;sa=D">the plan</a>' +
          '<a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&amp;data=1">site</a>' +
          '<a href="https://www.google.com/url?q=javascript:alert(1)">no</a>' +
          '<sup><a href="#_ftn1">[1]</a></sup>',
      ),
    ).toBe(
      '<a href="https://example.org/plan">the plan</a><a href="https://example.org/">site</a>' +
        '<a href="https://www.google.com/url?q=javascript:alert(1)">no</a><sup>[1]</sup>',
    );
  });

  it('has no controls of a page', () => {
    const html =
      '<p>Boat<button>Buy</button><input value="1"><select><option>a</option></select></p><h2>History<span class="mw-editsection">[edit]</span></h2>';
    expect(plain(html)).toBe('<p>Boat</p><h2>History</h2>');
  });

  it('has formulas by their source, and no text that was hidden', () => {
    const formula =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>';
    const hidden =
      '<span style="display:none">a</span><b hidden>b</b><i style="mso-hide:all">c</i><u style="color:red;visibility: hidden">d</u><s style="display:inline">e</s>';
    expect(plain(`<p>${formula}${hidden}</p>`)).toMatch(
      /^<p><span data-math="x\^2">x\^2<\/span><s style="display:inline">e<\/s><\/p>$/,
    );
  });

  it('has cells with one line of text each', () => {
    const html = '<table><tr><td><p>a</p><p>b</p></td><td><ul><li>c</li><li>d</li></ul></td></tr></table>';
    expect(plain(html)).toContain('<td>a<br>b</td><td>• c<br>• d</td>');
  });

  it.each([
    ['an unfinished list of Word', `<p style="mso-list:${'a'.repeat(200_000)}">Text</p>`],
    ['lists of Word without levels', `<p style="${'mso-list:l0 '.repeat(20_000)}">Text</p>`],
  ])('is cleaned at once where it has 200 kB of %s', (_what, html) => {
    const start = performance.now();
    expect(plain(html)).toContain('Text</p>');
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('has few copies of what is around many lines of a cell', () => {
    const html = `<table><tr><td>${'<i>'.repeat(50)}${'<p>a</p>'.repeat(100)}</td></tr></table>`;
    expect(cleanPastedHtml(html).length).toBeLessThan(20_000);
  });

  it('has the space between many empty lines read once', () => {
    const reads = vi.spyOn(Node.prototype, 'nextSibling', 'get');
    onTestFinished(() => reads.mockRestore());
    expect(plain(`${'<br>\n'.repeat(300)}<p>Text</p>`)).toBe('<p>Text</p>');
    expect(reads.mock.calls.length).toBeLessThan(3_000);
  });

  it('loses the frames of what is nested 3,000 deep, and none of its text', () => {
    const html = `${'<div>'.repeat(3000)}Deep${'</div>'.repeat(3000)}`;
    const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
    expect(body.textContent).toBe('Deep');
    expect(body.querySelectorAll('div').length).toBeLessThan(70);
  });

  it('is refused where it is more than a document takes at once', () => {
    expect(pasteProblem(`<table>${'<td>x</td>'.repeat(5001)}</table>`, '')).toBe('too_many_cells');
    expect(pasteProblem(`<p>${'x'.repeat(5_000_000)}</p>`, '')).toBe('too_long');
    const rows = '<tr><td>Order paper</td><td>12</td></tr>'.repeat(130_000);
    expect(rows.length).toBeGreaterThan(5_000_000);
    expect(pasteProblem(`<table>${rows}</table>`, '')).toBe('too_long');
    expect(pasteProblem('', 'Order paper\t12\n'.repeat(330_000))).toBe('too_long');
    expect(pasteProblem('', 'x'.repeat(1_000_001))).toBe('too_long');
    expect(pasteProblem('<table><td>x</td></table>', 'x')).toBeNull();
  });
});

describe('pasted text', () => {
  it.each([
    '# Title\n\ntext',
    '- one\n- two',
    '1. one',
    '- [ ] task',
    '| a | b |\n| --- | --- |',
    '**bold**',
    '`code`',
    '[a](https://b.c)',
    '```\ncode\n```',
    '> quote',
  ])('is Markdown: %j', (text) => expect(looksLikeMarkdown(text)).toBe(true));
  it.each(['[', '[a](', '![', '[[', '`a', '**a ', '|', '~~a', '- \n'])(
    'is read at once where it is full of %j',
    (sign) => {
      const start = performance.now();
      looksLikeMarkdown(sign.repeat(500_000 / sign.length));
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );
  it.each(['Plain text', 'a * b * c', 'snake_case_name', '#hashtag', '5-3', 'see [1]'])(
    'is no Markdown: %j',
    (text) => expect(looksLikeMarkdown(text)).toBe(false),
  );
});
