import { afterAll, expect, it } from 'vitest';
import { zipOf } from '#tests/harness/archive.ts';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

const STYLES =
  '<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:fo="f"><office:styles><style:style style:name="Loud" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:styles></office:document-styles>';
const OWN_STYLES =
  '<office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/><style:style style:name="T1" style:parent-style-name="Loud"><style:text-properties fo:font-style="italic"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/><text:list-level-style-number text:level="2"/></text:list-style></office:automatic-styles>';

async function markdownOf(text: string): Promise<string> {
  const file = await zipOf({
    'styles.xml': STYLES,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:fo="f">${OWN_STYLES}<office:body><office:text>${text}</office:text></office:body></office:document-content>`,
  });
  const result = await extraction.convertDocument(file, 'odt');
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.markdown;
}

const p = (style: string, text: string): string => `<text:p text:style-name="${style}">${text}</text:p>`;
const span = (style: string, text: string): string =>
  `<text:span text:style-name="${style}">${text}</text:span>`;
const cell = (text: string, spans = ''): string =>
  `<table:table-cell${spans}>${p('Standard', text)}</table:table-cell>`;

it.each([
  ['titles', p('P1', 'Boats') + p('Subtitle', 'Long ones'), '# Boats\n\n## Long ones'],
  [
    'character styles',
    p(
      'Standard',
      `a ${span('Strong_20_Emphasis', 'b')} ${span('Emphasis', 'c')} ${span('Loud', 'd')} ${span('T1', 'e')}`,
    ),
    'a **b** *c* **d** ***e***',
  ],
  ['quotations', p('Quotations', 'a') + p('Quotations', 'b'), '> a\n>\n> b'],
  [
    'preformatted text',
    p('Preformatted_20_Text', 'if a:') + p('Preformatted_20_Text', '<text:s text:c="2"/>b'),
    '```\nif a:\n  b\n```',
  ],
  [
    'numbers of inner lists',
    `<text:list text:style-name="L1"><text:list-item>${p('Standard', 'one')}<text:list><text:list-item>${p('Standard', 'inner')}</text:list-item></text:list></text:list-item></text:list>`,
    '1. one\n   1. inner',
  ],
  [
    'header rows and merged cells',
    `<table:table><table:table-header-rows><table:table-row>${cell('Crew', ' table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table>`,
    '<table>\n<tr>\n<th colspan="2">Crew</th>\n</tr>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</table>',
  ],
])('an OpenDocument text has its %s as documents have them', async (_name, text, markdown) => {
  expect(await markdownOf(text)).toBe(markdown);
});
