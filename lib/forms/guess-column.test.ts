import { describe, expect, it } from 'vitest';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { TEXT_LIMITS } from '#lib/fields/definition.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import { createColumnGuess, labelOf } from './guess-column.ts';

describe('the label of an imported column', () => {
  it.each([
    ['<b>Full name</b>', 'Full name'],
    ['<span title="a > b">Price</span>', 'Price'],
    ['Due<br>date', 'Due date'],
    ['Due <BR />date', 'Due date'],
    ['Size < 5', 'Size < 5'],
    ['a & b', 'a & b'],
    [' Two\n lines\t', 'Two lines'],
  ])('is the header %j without tags: %j', (header, label) => expect(labelOf(header, 0)).toBe(label));

  it('is its place where nothing is left', () => {
    for (const header of ['', '  ', '<br>', '<i></i>', '\u200b']) expect(labelOf(header, 2)).toBe('Column 3');
  });

  it('is no longer than labels are, and splits no character', () => {
    const label = labelOf('😀'.repeat(1000), 0);
    expect(label).toMatch(/^(?:😀)+$/u);
    expect(label.length).toBeLessThanOrEqual(TEXT_LIMITS.label);
  });
});

describe('the type of a column in a file', () => {
  const LOCALES = ['en-US', 'en-GB', 'en-IN', 'de-DE', 'fr-FR', 'sv-SE', undefined] as const;
  const COUNTRIES = new Map([
    ['de-DE', 'DE'],
    ['en-US', 'US'],
    ['en-GB', 'GB'],
    ['en-IN', 'IN'],
    ['fr-FR', 'FR'],
    ['sv-SE', 'SE'],
  ]);
  const guessed = (locale: string | undefined, cells: readonly string[], chosen: InputFormat = {}) => {
    loadParsers();
    const country = COUNTRIES.get(locale ?? '') ?? null;
    const guess = createColumnGuess(country, { isFile: true, ...(locale ? { locale } : {}), ...chosen });
    for (const cell of cells) guess.look(cell);
    return { type: guess.column('Any', 0).type, format: guess.format() };
  };

  it.each(LOCALES)('is text for days that can all be read both ways, in %s', (locale) => {
    for (const sign of ['/', '-']) {
      const days = ['03/04/2026', '03/05/2026', '04/06/2026'].map((day) => day.replaceAll('/', sign));
      expect(guessed(locale, days).type).toBe('text');
      expect(
        guessed(
          locale,
          days.map((day) => `${day} 10:30`),
        ).type,
      ).toBe('text');
      expect(guessed(locale, days, { dayOrder: 'day' }).type).toBe('date');
    }
    expect(guessed(locale, ['03/04/26', '05/06/26']).type).toBe('text');
  });

  it.each(LOCALES)('is that of the days which prove their order, in %s', (locale) => {
    const american = guessed(locale, ['03/04/2026', '03/25/2026', '12/31/2025']);
    expect(american).toEqual({ type: 'date', format: locale === 'en-US' ? null : { dayOrder: 'month' } });
    const british = guessed(locale, ['03/04/2026', '25/03/2026', '01/01/2026']);
    const isOwn = locale === 'en-GB' || locale === 'en-IN' || locale === 'fr-FR';
    expect(british).toEqual({ type: 'date', format: isOwn ? null : { dayOrder: 'day' } });
    expect(guessed(locale, ['03/25/2026', '25/03/2026']).type).toBe('text');
    expect(guessed(locale, ['03/04/2026', '03/25/2026'], { dayOrder: 'day' }).type).toBe('text');
    expect(guessed(locale, ['2026-05-01', '01/01/2026', '1.5.2026']).type).toBe('date');
    const moments = guessed(locale, ['03/04/2026 10:30', '03/25/2026 11:00']);
    expect(moments.type).toBe('datetime');
  });

  it('has the order of its days beside a day that is none', () => {
    const days = ['03/25/2026', '03/04/2026', '1/0/1900'];
    expect(guessed('en-GB', days)).toEqual({ type: 'text', format: { dayOrder: 'month' } });
    expect(guessed('en-GB', ['13/0/1900', '0/13/1900']).format).toBeNull();
  });

  it('is a phone only for what is no day', () => {
    expect(guessed('de-DE', ['030 901820', '+49 30 901820']).type).toBe('phone');
    expect(guessed('de-DE', ['030 901820', '03/04/2026']).type).toBe('text');
    expect(guessed('de-DE', ['030 901820', '+4930901820x12', '030 901820 ext. 12']).type).toBe('phone');
  });

  it.each(LOCALES)('is a number with one decimal mark, that of its clear cells, in %s', (locale) => {
    expect(guessed(locale, ['0,125', '1,250', '12,5']).type).toBe('number');
    expect(guessed(locale, ['0,125', '1,250', '12.5']).type).toBe('text');
    expect(guessed(locale, ['1,250', '1,250,000', '1,250.5']).type).toBe('number');
    expect(guessed(locale, ['0.125 €', '1.250 €', '12,5 €']).type).toBe('text');
    expect(guessed(locale, ['0,5 %', '1,250 %']).type).toBe('percent');
  });

  it('has the decimal mark of its clear cells where the hub would read another number', () => {
    expect(guessed('en-US', ['0,125', '1,250', '12,5']).format).toEqual({ decimal: ',' });
    expect(guessed('de-DE', ['0,125', '1,250', '12,5']).format).toBeNull();
    expect(guessed('de-DE', ['0.125', '1.250']).format).toEqual({ decimal: '.' });
    expect(guessed('en-US', ['1,250', '2,500'])).toEqual({ type: 'number', format: null });
    expect(guessed('de-DE', ['1.250', '2.500']).type).toBe('text');
    // The mark of a workbook's numbers.
    expect(guessed('de-DE', ['1.125', '12,5'], { decimal: '.' }).type).toBe('text');
    expect(guessed('de-DE', ['12,5', '0,25'], { decimal: '.' }).type).toBe('number');
  });

  it('is a number for what accountants write below zero, beside another number', () => {
    expect(guessed('en-US', ['(5)', '1,250', '(1,234.50)']).type).toBe('number');
    expect(guessed('en-US', ['12.5', '7.25-']).type).toBe('number');
    expect(guessed('en-US', ['1.234,50-', '2.000,25', '3,500'])).toEqual({
      type: 'number',
      format: { decimal: ',' },
    });
    expect(guessed('en-US', ['$ 5.00', '$ (1.50)', '($7)']).type).toBe('currency');
    for (const labels of [
      ['(1)', '(2)', '(3)'],
      ['5', '(5', '6'],
      ['5', '(-5)'],
      ['5', '(five)'],
    ])
      expect(guessed('en-US', labels).type).toBe('text');
    // Where somebody pastes cells, they are not read so.
    expect(guessed('en-US', ['5', '(5)'], { isFile: false }).type).toBe('text');
  });

  it('is a date where months have their names', () => {
    expect(guessed('en-US', ['3 Jan 2024', '03-Feb-2024', 'March 5, 2024', '2024-04-05']).type).toBe('date');
    expect(guessed('de-DE', ['3. März 2024', '4. Dez. 2024']).type).toBe('date');
    expect(guessed('en-US', ['3 Jan 2024 10:30', 'Feb 4, 2024, 11:00']).type).toBe('datetime');
    for (const others of [
      ['3 Jan 2024', 'soon'],
      ['3 Jan 24', '4 Jan 24'],
      ['May 2024', 'June 2024'],
      ['31 Feb 2024'],
    ])
      expect(guessed('en-US', others).type).toBe('text');
  });

  it('is text for whole numbers of more than 15 digits', () => {
    for (const code of ['4111111111111111', '1234567890123456', '-1,234,567,890,123,456'])
      expect(guessed('en-US', [code]).type).toBe('text');
    for (const number of ['123456789012345', '0.30000000000000004'])
      expect(guessed('en-US', [number]).type).toBe('number');
  });
});

it.each([
  ['url', ['https://example.org', 'http://example.com/a']],
  // A text with a dot is an address only where somebody chose that type.
  ['text', ['example.org', 'www.example.com']],
])('guesses a column of %s for %j', (type, cells) => {
  loadParsers();
  const guess = createColumnGuess(null, {});
  for (const cell of cells) guess.look(cell);
  expect(guess.column('Site', 0).type).toBe(type);
});
