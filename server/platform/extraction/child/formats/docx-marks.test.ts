import { expect, it } from 'vitest';
import { markDocx, withoutMarks } from './docx-marks.ts';

const NUMBERING = `<w:numbering xmlns:w="w">
  <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
  <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>
  <w:num w:numId="9"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="12"/></w:lvlOverride></w:num>
</w:numbering>`;
const paragraph = (list: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr></w:p>`;
const numbers = (xml: string) => [...xml.matchAll(/\ue000(\d+)\ue001/g)].map(([, number]) => Number(number));

it('counts numbered paragraphs from where their list begins, also after other text, and no bullets', () => {
  const main = [7, 7, 8, 7, 9, 9].map(paragraph).join('<w:p><w:pPr/></w:p>');
  expect(numbers(markDocx(main, NUMBERING))).toEqual([3, 4, 5, 12, 13]);
  expect(markDocx(paragraph(7), null)).toBe(paragraph(7));
});

it('takes a row for no header where it says that it is none', () => {
  const row = (value: string) => `<w:trPr><w:tblHeader${value}/></w:trPr>`;
  expect(markDocx(row(' w:val="0"') + row(' w:val="false"') + row(''), null)).toBe(
    `<w:trPr></w:trPr><w:trPr></w:trPr>${row('')}`,
  );
});

it('makes marks the numbers of lists and the alignment of cells, and leaves none', () => {
  const html =
    '<ol><li><strong>\ue0003\ue001a</strong></li><li>\ue0004\ue001b</li></ol><td><p>\ue002right\ue0011</p></td><p>\ue002center\ue001</p><p>\ue002center\ue001c</p>';
  expect(withoutMarks(html)).toBe(
    '<ol start="3"><li><strong>a</strong></li><li>b</li></ol><td align="right"><p>1</p></td><p>c</p>',
  );
});

it('takes linear time for text that is no DOCX file', () => {
  const before = process.cpuUsage().user;
  markDocx('<w:pPr>'.repeat(200_000), null);
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5);
});
