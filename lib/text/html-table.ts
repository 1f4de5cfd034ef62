import { attributeOf } from './html-pieces.ts';

/** What stands in a table of HTML, as documents write one: each tag and each cell on a line; empty where it has none. */
export function tableOf(text: string, lineOf: (cell: string) => string): string {
  const rows: string[] = [];
  const columns = [...text.matchAll(/<col(?=[\s/>])([^<>]*)>/gi)].map(([, attributes = '']) => {
    const width = attributeOf(attributes, 'width');
    return /^\d{1,4}$/.test(width) ? `<col width="${width}">` : '<col>';
  });
  const tags = /<(\/?)(t[rdh]|table)(?=[\s/>])([^<>]*)>/gi;
  let cell: { tag: string; from: number } | null = null;
  let depth = 0;
  const close = (until: number) => {
    if (cell) rows.push(`${cell.tag}${lineOf(text.slice(cell.from, until))}</${cell.tag.slice(1, 3)}>`);
    cell = null;
  };
  for (const found of text.matchAll(tags)) {
    const [whole, slash, name = '', attributes = ''] = found;
    const kind = name.toLowerCase();
    if (kind === 'table') depth += slash ? -1 : 1;
    if (kind === 'table' || depth > 0) continue;
    close(found.index);
    if (kind === 'tr' && !slash) {
      if (rows.length > 0) rows.push('</tr>');
      rows.push('<tr>');
    } else if (kind !== 'tr' && !slash) {
      if (rows.length === 0) rows.push('<tr>');
      const own = ['colspan', 'rowspan', 'align'].flatMap((one) => {
        const value = attributeOf(attributes, one).toLowerCase();
        return /^(?:[1-9]\d{0,2}|left|center|right)$/.test(value) ? [` ${one}="${value}"`] : [];
      });
      cell = { tag: `<${kind}${own.join('')}>`, from: found.index + whole.length };
    }
  }
  close(text.length);
  const isFilled = rows.some((row) => row.length > 5);
  return isFilled ? ['<table>', ...columns, ...rows, '</tr>', '</table>'].join('\n') : '';
}
