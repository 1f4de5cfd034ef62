import { expect, test } from 'vitest';
import { workbookText } from './workbook-text.ts';

test('writes days, points in time and times of a day as an import reads them', () => {
  const texts = [
    ['2026-05-01T00:00:00Z', '2026-05-01'],
    ['2026-05-01T09:30:00Z', '2026-05-01 09:30'],
    ['2025-12-09T02:57:46.598Z', '2025-12-09 02:57:47'],
    ['1900-01-01T00:00:00Z', '1900-01-01'],
    ['1899-12-31T09:36:00Z', '09:36'],
    ['1899-12-31T00:00:00.999Z', '00:00:01'],
    ['1899-12-31T23:59:59.999Z', '1900-01-01'],
  ];
  for (const [value = '', text] of texts) expect(workbookText(new Date(value))).toBe(text);
  expect(workbookText(new Date(Number.NaN))).toBe('');
  expect([workbookText(null), workbookText(true), workbookText(1.5)]).toEqual(['', 'true', '1.5']);
});
