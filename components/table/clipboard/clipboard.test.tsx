import { expect, test } from 'vitest';
import { toHtml, toTsv } from './clipboard-table.ts';
import { planPaste } from './plan-paste.ts';
import { parseHtmlTable, parseTsv } from './read-clipboard.ts';

const texts = (cells: { text: string }[][] | null) => cells?.map((line) => line.map(({ text }) => text));
const cell = (text: string) => ({ text });

test('writes and reads tabs, line breaks and quotes as Excel does', () => {
  const cells = [
    [cell('a\tb'), cell('say "hi"')],
    [cell('two\nlines'), cell('')],
  ];
  expect(toTsv(cells)).toBe('"a\tb"\t"say ""hi"""\n"two\nlines"\t');
  expect(texts(parseTsv(toTsv(cells)))).toEqual(texts(cells));
});

test('reads lines of Windows, a last empty line, and a quote that is never closed', () => {
  expect(texts(parseTsv('a\tb\r\nc\td\r\n'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(texts(parseTsv('5" pipe\tx'))).toEqual([['5" pipe', 'x']]);
  expect(texts(parseTsv('"open\tx'))).toEqual([['"open', 'x']]);
  expect(texts(parseTsv('alone'))).toEqual([['alone']]);
});

test('reads a table of HTML with merged cells and line breaks', () => {
  const html = `<html><body><table>
    <tr><td rowspan="2">Name</td><td colspan="2">Prices&nbsp;now</td></tr>
    <tr><td>1<br>2</td><td><p>a</p><p>b</p></td></tr></table></body></html>`;
  expect(texts(parseHtmlTable(html))).toEqual([
    ['Name', 'Prices now', ''],
    ['', '1\n2', 'a\nb'],
  ]);
  expect(parseHtmlTable('<p>no table</p>')).toBeNull();
  const styled = '<STYLE type="text/css">td { width: 1 }</STYLE><table><tr><td>a</td></tr></table>';
  expect(texts(parseHtmlTable(styled))).toEqual([['a']]);
});

test('takes scripts and attributes of a hostile clipboard as text or not at all, and reads it in time', () => {
  const hostile =
    '<table><tr><td><img src=x onerror="window.ran = 1">a<script>window.ran = 1</script></td></tr></table>';
  expect(texts(parseHtmlTable(hostile))).toEqual([['awindow.ran = 1']]);
  expect(window).not.toHaveProperty('ran');
  const begun = performance.now();
  const merged = '<td colspan="1000" rowspan="1000">a</td>'.repeat(150);
  expect(parseHtmlTable(`<table><tr>${merged}</tr></table>`)).toBeNull();
  expect(parseHtmlTable('<style '.repeat(200_000))).toBeNull();
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('gives values back with their columns and their table where cells were copied here', () => {
  const origin = { item: 't-1', cut: undefined };
  const copied = [[{ text: 'A & B', value: ['row-1'], column: 'c_1', origin }]];
  expect(parseHtmlTable(toHtml(copied, origin))).toEqual(copied);
});

test('repeats what was copied in a larger range that it fits, and counts columns that have no place', () => {
  const one = [[cell('x')]];
  expect(planPaste(one, { top: 2, bottom: 4, left: 1, right: 2 }, 5).lines).toEqual([
    [cell('x'), cell('x')],
    [cell('x'), cell('x')],
    [cell('x'), cell('x')],
  ]);
  const wide = [[cell('a'), cell('b'), cell('c')]];
  expect(planPaste(wide, { top: 0, bottom: 0, left: 3, right: 3 }, 5)).toMatchObject({
    lines: [[cell('a'), cell('b')]],
    beyond: 1,
    beyondLines: [[cell('c')]],
  });
});

test('reads lines within a cell of Excel, which indents the source after each break', () => {
  const html =
    '<table><tr>\r\n  <td width=64>Quay  one,<br>\r\n    Kiel</td><td><p>a</p>\r\n <p>b</p></td></tr></table>';
  expect(texts(parseHtmlTable(html))).toEqual([['Quay one,\nKiel', 'a\nb']]);
});
