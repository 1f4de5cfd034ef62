import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { arrange, type FormLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { say } from '#server/forms/definition/words.ts';
import { answerLines, asGiven, momentText, readableIn } from '#server/forms/submissions/answer-lines.ts';
import { type Receipt, receiptText } from './receipt.ts';
import { receiptFonts, runsOf } from './receipt-fonts.ts';
import { isShownWhole, receiptPdf } from './receipt-pdf.ts';

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
  answerLines(
    { fields: FIELDS, layout: arrange(FIELDS, layout) },
    values,
    readableIn(language, new Map([['id-1', 'passport.pdf']]), 'UTC'),
  );

const receipt = (given: Partial<Receipt>): Receipt => ({
  title: 'Regatta',
  language: 'en',
  facts: [],
  lines: [],
  ...given,
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

  it('leaves out what was not answered, with the headings of nothing', () => {
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
      { kind: 'answer', label: 'Name', value: 'Bo', level: 0 },
    ]);
    expect(lines({})).toEqual([]);
  });

  it('speaks the language of the answer where the machine knows it', () => {
    expect(lines({ day: '2026-03-01' }, NO_LAYOUT, 'de')).toMatchObject([{ value: '1. März 2026' }]);
    expect(lines({ day: '2026-03-01' }, NO_LAYOUT, 'xx')).toMatchObject([{ value: 'March 1, 2026' }]);
    expect(momentText(new Date('2026-03-01T10:00:00Z'), 'de', 'UTC')).toBe('1. März 2026 um 10:00 UTC');
    expect(momentText(new Date('2026-07-01T22:30:00Z'), 'de', 'Europe/Zurich')).toBe(
      '2. Juli 2026 um 00:30 (Europe/Zurich)',
    );
  });

  it('has words of its own in the languages that it knows, with letters that its font has', async () => {
    const { regular, bold } = await receiptFonts();
    const given = { time: '{time}', id: '{id}', page: '{page}', pages: '{pages}', name: '{name}' };
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const key of ['receipt', 'given', 'changed', 'number', 'page', 'lettersMissing', 'cut'] as const) {
      const english = say('en', key, given);
      for (const language of ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']) {
        const words = say(language, key, given);
        expect(places(words), words).toEqual(places(english));
        if (key !== 'page') expect(words, language).not.toBe(english);
        expect(
          runsOf([...regular, ...bold], words).every(({ font }) => font !== null),
          words,
        ).toBe(true);
      }
    }
    expect(say('de-CH', 'receipt')).toBe('Beleg Ihrer Antwort');
    for (const language of ['xx', '', 'constructor']) expect(say(language, 'yes')).toBe('Yes');
  });

  it('is given to search as it was given', () => {
    const given = answerLines({ fields: FIELDS, layout: arrange(FIELDS, NO_LAYOUT) }, VALUES, asGiven);
    expect(given.flatMap((line) => (line.kind === 'answer' ? [line.value] : []))).toEqual([
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
        runsOf(regular, text).every(({ font }) => font !== null),
        text,
      ).toBe(true);
    }
    for (const text of ['Москва', '東京', 'Ελλάδα', 'مرحبا', '🗒️']) {
      expect(
        runsOf(regular, text).some(({ font }) => font === null),
        text,
      ).toBe(true);
      const value = { kind: 'answer', label: 'Name', value: text, level: 0 } as const;
      expect(await isShownWhole(receipt({ lines: [value] })), text).toBe(false);
      expect(await isShownWhole(receipt({ title: text })), text).toBe(false);
    }
  });

  it('is a PDF of some pages, however much was answered, and attaches what it does not show', async () => {
    const value = 'Words and words. '.repeat(20_000);
    const long = receipt({ lines: [{ kind: 'answer', label: 'Words', value, level: 0 }] });
    expect(await isShownWhole(long)).toBe(false);
    const pdf = (await receiptPdf(long)).toString('latin1');
    const pages = /\/Count (\d+)/.exec(pdf)?.[1];
    expect(Number(pages)).toBeGreaterThan(20);
    expect(Number(pages)).toBeLessThanOrEqual(40);
    expect(pdf).toContain('/EmbeddedFile');
    const short = await receiptPdf(receipt({ lines: lines(VALUES) }));
    expect(short.toString('latin1')).not.toContain('/EmbeddedFile');
  });
});
