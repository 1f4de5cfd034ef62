import { expect, test } from 'vitest';
import { toHtml, toTsv } from './clipboard-table.ts';
import { planPaste } from './plan-paste.ts';
import { parseHtmlTable, parseTsv, readClipboard } from './read-clipboard.ts';

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

const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;width:0px" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Lamp &amp; cord&quot;}">Lamp &amp; cord</td><td style="padding:2px 3px 2px 3px;text-align:right;" data-sheets-numberformat="{&quot;1&quot;:2}">1,234.50</td></tr><tr style="height:21px;"><td style="white-space:normal;overflow-wrap:break-word;word-wrap:break-word;">Two<br/>lines</td><td></td></tr></tbody></table>`;

const LIBRE_OFFICE = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<meta name="generator" content="LibreOffice 7.6.4 (Linux)"/>
	<style type="text/css">
		body,div,table,td,p { font-family:"Liberation Sans"; font-size:x-small }
		a.comment-indicator:hover + comment { background:#ffd; position:absolute; display:block }
	</style>
</head>
<body>
<table cellspacing="0" border="0">
	<colgroup width="85"></colgroup>
	<colgroup width="95"></colgroup>
	<tr>
		<td height="17" align="left" valign=bottom>Lamp &amp; cord</td>
		<td align="right" valign=bottom sdval="1234.5" sdnum="1033;0;#,##0.00">1,234.50</td>
	</tr>
	<tr>
		<td height="32" align="left" valign=bottom>Two<br>lines</td>
		<td align="left" valign=bottom><br></td>
	</tr>
</table>
</body>
</html>`;

const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head>
<meta name=ProgId content=Excel.Sheet>
<style>
<!--table {mso-displayed-decimal-separator:"\\."; mso-displayed-thousand-separator:"\\,";}
td {padding:0px; mso-number-format:General; white-space:nowrap;}
.xl65 {white-space:normal;}-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 width=64 style='height:15.0pt;width:48pt'>Lamp &amp; cord</td>
  <td align=right width=64 style='width:48pt'>1,234.50</td>
 </tr>
 <tr height=40 style='height:30.0pt'>
  <td height=40 class=xl65 width=64 style='height:30.0pt;width:48pt'>Two<br>
    lines</td>
  <td></td>
 </tr>
<!--EndFragment-->
</table>
</body>
</html>`;

test.each([
  ['Sheets', SHEETS],
  ['LibreOffice', LIBRE_OFFICE],
  ['Excel', EXCEL],
])('reads the cells of %s from its table as from its text', (_, html) => {
  const cells = [
    ['Lamp & cord', '1,234.50'],
    ['Two\nlines', ''],
  ];
  const text = 'Lamp & cord\t1,234.50\n"Two\nlines"\t';
  expect(texts(readClipboard({ html, text: '' }))).toEqual(cells);
  expect(texts(readClipboard({ html: '', text }))).toEqual(cells);
  expect(texts(readClipboard({ html: '', text: `${text.replaceAll('\n', '\r\n')}\r\n` }))).toEqual(cells);
});

test('writes a table that spreadsheets take a line break within a cell from, and no markup of its own', () => {
  const html = toHtml([[cell('Two\nlines'), cell('<b>&')]], { item: 't' });
  expect(html).toContain('>Two<br style="mso-data-placement:same-cell">lines</td>');
  expect(html).toContain('>&lt;b&gt;&amp;</td>');
});
