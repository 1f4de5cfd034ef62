import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { completeLayout, type FormLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';
import {
  createValueFormatter,
  formatDateTime,
  formatRawValue,
  submissionLines,
} from '#server/forms/submissions/submission-lines.ts';
import { type Receipt, receiptText } from './receipt.ts';
import { fontRunsOf, receiptFonts } from './receipt-fonts.ts';
import { hasAllGlyphs, receiptPdf } from './receipt-pdf.ts';

const FIELDS: FieldDefinition[] = [
  { id: 'a', name: 'name', label: 'Name', type: 'text' },
  { id: 'b', name: 'day', label: 'Day', type: 'date' },
  {
    id: 'c',
    name: 'colours',
    label: 'Colours',
    type: 'multi-select',
    options: [
      { id: 'r', label: 'Red' },
      { id: 'b', label: 'Blue' },
    ],
  },
  {
    id: 'd',
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    fields: [
      { id: 'e', name: 'name', label: 'Full name', type: 'text' },
      { id: 'f', name: 'papers', label: 'Papers', type: 'file', multiple: true },
    ],
  },
];
const VALUES = {
  name: 'Bo',
  day: '2026-03-01',
  colours: ['r', 'b'],
  people: [{ name: 'Ada', papers: ['id-1'] }, { name: 'Grace' }],
};
const lines = (values: Record<string, unknown>, layout: FormLayout = NO_LAYOUT, language = 'en') =>
  submissionLines(
    { fields: FIELDS, layout: completeLayout(FIELDS, layout) },
    values,
    createValueFormatter(language, new Map([['id-1', 'passport.pdf']]), 'UTC'),
  );

const receipt = (attributes: Partial<Receipt>): Receipt => ({
  title: 'Regatta',
  language: 'en',
  facts: [],
  lines: [],
  ...attributes,
});

describe('a receipt', () => {
  it('shows what was answered, choices by their labels, entries of a list by their number', () => {
    expect(receiptText(receipt({ lines: lines(VALUES) }))).toBe(
      [
        'Regatta',
        '',
        'Name',
        '  Bo',
        'Day',
        '  March 1, 2026',
        'Colours',
        '  Red',
        '  Blue',
        '',
        'People 1',
        '  Full name',
        '    Ada',
        '  Papers',
        '    passport.pdf',
        '',
        'People 2',
        '  Full name',
        '    Grace',
        '',
      ].join('\n'),
    );
  });

  it('leaves out empty values and headings without values', () => {
    const layout: FormLayout = {
      pages: [
        {
          id: 'one',
          title: 'You',
          blocks: [
            { kind: 'section', id: 's', title: 'Who' },
            { kind: 'field', field: 'a' },
          ],
        },
        { id: 'two', title: 'Others', blocks: [{ kind: 'field', field: 'd' }] },
      ],
    };
    expect(lines({ name: 'Bo', people: [] }, layout)).toEqual([
      { kind: 'heading', text: 'You', level: 0 },
      { kind: 'heading', text: 'Who', level: 0 },
      { kind: 'value', label: 'Name', value: 'Bo', level: 0 },
    ]);
    expect(lines({})).toEqual([]);
  });

  it('is written in the language of the submission where it is supported', () => {
    expect(lines({ day: '2026-03-01' }, NO_LAYOUT, 'de')).toMatchObject([{ value: '1. März 2026' }]);
    expect(lines({ day: '2026-03-01' }, NO_LAYOUT, 'xx')).toMatchObject([{ value: 'March 1, 2026' }]);
    expect(formatDateTime(new Date('2026-03-01T10:00:00Z'), 'de', 'UTC')).toBe('1. März 2026 um 10:00 UTC');
    expect(formatDateTime(new Date('2026-07-01T22:30:00Z'), 'de', 'Europe/Zurich')).toBe(
      '2. Juli 2026 um 00:30 (Europe/Zurich)',
    );
  });

  it('has its own messages in the supported languages, with letters that its font has', async () => {
    const { regular, bold } = await receiptFonts();
    const params = { time: '{time}', id: '{id}', page: '{page}', pages: '{pages}', name: '{name}' };
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const key of ['receipt', 'given', 'changed', 'number', 'page', 'lettersMissing', 'cut'] as const) {
      const english = receiptMessage('en', key, params);
      for (const language of ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']) {
        const filledMessage = receiptMessage(language, key, params);
        expect(places(filledMessage), filledMessage).toEqual(places(english));
        if (key !== 'page') expect(filledMessage, language).not.toBe(english);
        expect(
          fontRunsOf([...regular, ...bold], filledMessage).every(({ font }) => font !== null),
          filledMessage,
        ).toBe(true);
      }
    }
    expect(receiptMessage('de-CH', 'receipt')).toBe('Beleg Ihrer Antwort');
    for (const language of ['xx', '', 'constructor']) expect(receiptMessage(language, 'yes')).toBe('Yes');
  });

  it('passes raw values to search', () => {
    const params = submissionLines(
      { fields: FIELDS, layout: completeLayout(FIELDS, NO_LAYOUT) },
      VALUES,
      formatRawValue,
    );
    expect(params.flatMap((line) => (line.kind === 'value' ? [line.value] : []))).toEqual([
      'Bo',
      '2026-03-01',
      'Red\nBlue',
      'Ada',
      '',
      'Grace',
    ]);
  });

  it('knows which letters its font lacks, so that none becomes a box', async () => {
    const { regular } = await receiptFonts();
    for (const text of ['Nguyễn Thị Ánh', 'Łódź', 'Übergröße', 'naïve', '“€ – …”', 'e\u0301']) {
      expect(
        fontRunsOf(regular, text).every(({ font }) => font !== null),
        text,
      ).toBe(true);
    }
    for (const text of ['Москва', '東京', 'Ελλάδα', 'مرحبا', '🗒️']) {
      expect(
        fontRunsOf(regular, text).some(({ font }) => font === null),
        text,
      ).toBe(true);
      const value = { kind: 'value', label: 'Name', value: text, level: 0 } as const;
      expect(await hasAllGlyphs(receipt({ lines: [value] })), text).toBe(false);
      expect(await hasAllGlyphs(receipt({ title: text })), text).toBe(false);
    }
  });

  it('is a PDF of some pages, however much was answered, and attaches what it does not show', async () => {
    const value = 'Words and words. '.repeat(20_000);
    const long = receipt({ lines: [{ kind: 'value', label: 'Words', value, level: 0 }] });
    expect(await hasAllGlyphs(long)).toBe(false);
    const pdf = (await receiptPdf(long)).toString('latin1');
    const pages = /\/Count (\d+)/.exec(pdf)?.[1];
    expect(Number(pages)).toBeGreaterThan(20);
    expect(Number(pages)).toBeLessThanOrEqual(40);
    expect(pdf).toContain('/EmbeddedFile');
    const short = await receiptPdf(receipt({ lines: lines(VALUES) }));
    expect(short.toString('latin1')).not.toContain('/EmbeddedFile');
  });
});
