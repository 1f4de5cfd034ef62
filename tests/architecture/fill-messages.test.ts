import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { formatInlineMessage, type MessageValues } from '#lib/text/inline-messages.ts';
import fields from '#locales/en-US.fields.ts';
import fill from '#locales/en-US.fill.ts';
import checks from '#locales/fill/en-checks.ts';
import { FILL_LOCALES, fillMessagesFor } from '#locales/fill/index.ts';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';

const COUNTS = [0, 1, 2, 3, 5, 12, 22, 1234];
const { en: _en, ...others } = FILL_LOCALES;
const english: Record<string, string> = { ...fill, ...fields, ...checks };

/** The places of a text that are filled, in whichever of its plurals. */
function placesOf(text: string, language: string): string[] {
  const argumentNames = new Set<string>();
  for (const count of COUNTS) {
    const values: MessageValues = new Proxy(
      {},
      {
        get: (_, name) => {
          argumentNames.add(String(name));
          return count;
        },
      },
    );
    formatInlineMessage(text, values, language);
  }
  return [...argumentNames].sort();
}

/** Numbers that are not whole, and millions, never stand in these words. */
const pluralsOf = (language: string) => [
  ...new Set(COUNTS.map((count) => new Intl.PluralRules(language).select(count))),
];

describe.each(Object.entries(others))('the page of a form in %s', (language, messages) => {
  const texts = Object.entries<string>(messages);
  const german: Record<string, string> = { ...others.de };

  it('has every message, and no other', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(german).sort());
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(Object.keys(english)));
    for (const [id, text] of texts) expect(text.trim(), id).not.toBe('');
  });

  it('has the places of each message', () => {
    for (const [id, text] of texts) {
      const like = english[id] === undefined ? placesOf(german[id] ?? '', 'de') : placesOf(english[id], 'en');
      // Names of types are English: docs/contract.md §5 has them, translations have messages of their own.
      const translated = id === 'check.invalid' ? like.filter((place) => place !== 'type') : like;
      expect(placesOf(text, language), id).toEqual(translated);
    }
  });

  it('has every plural that its grammar knows', () => {
    const counting = texts.filter(([, text]) => text.includes(', plural,'));
    expect(counting.length).toBeGreaterThan(10);
    for (const [id, text] of counting)
      for (const kind of [...pluralsOf(language), 'other']) expect(text, id).toContain(`${kind} {`);
  });

  it('reads as react-intl would have it', () => {
    // The texts are no words of the app, so that they are said to be missing.
    const intl = createIntl({ locale: language, defaultLocale: language, onError: () => undefined });
    for (const [id, text] of texts)
      for (const count of COUNTS) {
        const values = Object.fromEntries(
          placesOf(text, language).map((name) => [
            name,
            /^(count|days|minutes)$/.test(name) ? count : `{${name}}`,
          ]),
        );
        const expected = intl.formatMessage({ id: 'button.click_me', defaultMessage: text }, values);
        expect(formatInlineMessage(text, values, language), `${id} of ${count}`).toBe(expected);
      }
  });

  it('has translations that differ from English, but for a few', () => {
    const same = texts.filter(([id, text]) => text === english[id]).map(([id]) => id);
    expect(same.length, same.join(' ')).toBeLessThan(8);
  });

  it('names a button as it is read (WCAG 2.5.3)', () => {
    expect(messages['fields.add_label'].startsWith(messages['fields.add_entry'])).toBe(true);
    expect(messages['fields.add_first_label'].startsWith(messages['fields.add_first'])).toBe(true);
  });

  it('has receipts in the same language', () => {
    expect(receiptMessage(language, 'receipt')).not.toBe(receiptMessage('en', 'receipt'));
    expect(receiptMessage(`${language}-XX`, 'receipt')).toBe(receiptMessage(language, 'receipt'));
  });
});

describe('the messages of the form page', () => {
  it('are those of its language, whatever the region, whose numbers and dates they have', () => {
    expect(fillMessagesFor('de-AT')).toEqual({ language: 'de-AT', messages: others.de });
    expect(fillMessagesFor('PT')).toEqual({ language: 'pt', messages: others.pt });
    expect(fillMessagesFor('en-GB').messages).toEqual(english);
  });

  it('are English where there are none', () => {
    for (const language of ['ar', 'ja', '', 'constructor', 'toString-DE'])
      expect(fillMessagesFor(language)).toEqual({ language: 'en', messages: english });
  });

  it('have a language that Intl takes, whatever tag a form has', () => {
    for (const tag of ['de-ab-cd', 'de-xx-yy-zz', 'fr-abcdefgh-abcdefgh']) {
      const { language } = fillMessagesFor(tag);
      expect(() => new Intl.NumberFormat(language)).not.toThrow();
    }
  });
});
