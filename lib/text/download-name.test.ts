import { expect, it } from 'vitest';
import { downloadName } from './download-name.ts';

it.each([
  ['Budget 2027', 'budget.xlsx', 'Budget 2027.xlsx'],
  ['Budget.XLSX', 'budget.xlsx', 'Budget.XLSX'],
  ['Version 1.2', 'old.PDF', 'Version 1.2.pdf'],
  ['報告 第3回', 'a.docx', '報告 第3回.docx'],
  ['LICENSE', 'LICENSE', 'LICENSE'],
  ['A document', null, 'A document'],
])('names %j, which came as %j, %j', (title, file_name, name) => {
  expect(downloadName({ title, file_name })).toBe(name);
});
