import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAmbiguity } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { PROBLEM_CODES } from '#lib/fields/problem-codes.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';
import { validate } from '#lib/fields/validate.ts';
import { FILL_LOCALES, fillMessagesFor } from '#locales/fill/index.ts';

// As on the server.
loadParsers();

const german = fillMessagesFor('de');
const english = fillMessagesFor('en');

const field = (type: FieldDefinition['type'], rules: Rule[] = [], more: Partial<FieldDefinition> = {}) =>
  ({ id: 'f_it', name: 'it', label: 'Feld', type, rules, ...more }) satisfies FieldDefinition;

/** The page's message for the problem that the validator finds in a value. */
function messageOf(definition: FieldDefinition, value: unknown, messages = german): string {
  const checked = validate(
    [definition],
    { it: value },
    { fileOf: () => ({ name: 'a.exe', size: 3_000_000 }) },
  );
  if (checked.ok) throw new Error('it was taken');
  const [problem] = checked.problems;
  if (!problem) throw new Error('nothing was found');
  const unclear = findAmbiguity(definition, value, { locale: 'de-CH', timeZone: 'Europe/Berlin' });
  return translateProblem(unclear?.problem ?? problem, messages);
}

const rule = (name: string, value: unknown, own?: string): Rule =>
  ({ rule: name, value, ...(own ? { message: own } : {}) }) as Rule;
const options = [{ id: 'a', label: 'A' }];

/** Needs a state for nearly every combination of its last characters. */
const SLOW = Array.from({ length: 10_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'a' : 'b')).join('');

/** A problem, and its message in German. */
const CASES: [FieldDefinition, unknown, string][] = [
  [field('text'), undefined, 'Bitte geben Sie „Feld“ an'],
  [field('text'), '  ', '„Feld“ darf nicht nur aus Leerzeichen bestehen'],
  [field('select', [], { options }), 'b', '„Feld“ muss eine dieser Möglichkeiten sein: a'],
  [field('text'), 3, '„Feld“ ist keine gültige Angabe'],
  [field('email'), 'x', '„Feld“ ist keine gültige E-Mail-Adresse'],
  [field('phone'), '123', '„Feld“ ist keine gültige Telefonnummer'],
  [field('url'), 'x', '„Feld“ ist keine gültige Webadresse'],
  [field('number'), 'x', '„Feld“ ist keine gültige Zahl'],
  [field('date'), 'x', '„Feld“ ist kein gültiges Datum'],
  [field('time'), 'x', '„Feld“ ist keine gültige Uhrzeit'],
  [field('datetime'), 'x', '„Feld“ ist kein gültiges Datum mit Uhrzeit'],
  [field('file'), 3, '„Feld“ ist keine gültige Datei'],
  [field('json'), '{', '„Feld“ ist kein gültiges JSON'],
  [field('text', [rule('length', 2)]), 'abc', '„Feld“ muss genau 2 Zeichen lang sein'],
  [field('text', [rule('min_length', 2000)]), 'abc', '„Feld“ muss mindestens 2.000 Zeichen lang sein'],
  [field('text', [rule('max_length', 1)]), 'abc', '„Feld“ darf nicht länger als 1 Zeichen sein'],
  [
    field('text', [rule('min_length', 1), rule('max_length', 2)]),
    'abc',
    '„Feld“ muss 1 bis 2 Zeichen lang sein',
  ],
  [field('number', [rule('equal', 0.5)]), 1, '„Feld“ muss gleich 0,5 sein'],
  [field('number', [rule('min', -1.5)]), -2, '„Feld“ darf nicht kleiner als -1,5 sein'],
  [field('number', [rule('max', 30_000)]), 40_000, '„Feld“ darf nicht größer als 30.000 sein'],
  [field('number', [rule('min', 1), rule('max', 2.5)]), 3, '„Feld“ muss zwischen 1 und 2,5 liegen'],
  [field('text', [rule('count', 1)], { multiple: true }), ['a', 'b'], '„Feld“ muss genau 1 Eintrag haben'],
  [
    field('text', [rule('min_count', 2)], { multiple: true }),
    ['a'],
    '„Feld“ muss mindestens 2 Einträge haben',
  ],
  [
    field('text', [rule('max_count', 1)], { multiple: true }),
    ['a', 'b'],
    '„Feld“ darf höchstens 1 Eintrag haben',
  ],
  [
    field('text', [rule('min_count', 1), rule('max_count', 2)], { multiple: true }),
    ['a', 'b', 'c'],
    '„Feld“ muss 1 bis 2 Einträge haben',
  ],
  [
    field('text', [rule('date_format', 'DD.MM.YYYY')]),
    '1 May',
    '„Feld“ muss ein Datum in der Form DD.MM.YYYY sein',
  ],
  [
    field('text', [rule('date_format', 'DD.MM.YYYY')]),
    '30.02.2026',
    '„Feld“ ist kein Tag, den es im Kalender gibt',
  ],
  [field('text', [rule('pattern', '^a+$')]), 'b', '„Feld“ hat nicht die verlangte Form'],
  [
    field('text', [rule('pattern', 'a[ab]{400}c')]),
    SLOW,
    '„Feld“ lässt sich nicht schnell genug prüfen; kürzen Sie es, oder bitten Sie um ein einfacheres Muster',
  ],
  [
    field('text'),
    'a\u0000b',
    '„Feld“ enthält Zeichen, die sich nicht darstellen lassen; geben Sie es ohne sie noch einmal ein',
  ],
  [field('date', [rule('min', '2026-12-01')]), '2026-11-01', '„Feld“ darf nicht vor 01.12.2026 liegen'],
  [field('time', [rule('max', '18:30')]), '19:00', '„Feld“ darf nicht nach 18:30 liegen'],
  [
    field('date', [rule('min', '2026-12-01'), rule('max', '2026-12-24')]),
    '2026-11-01',
    '„Feld“ muss zwischen 01.12.2026 und 24.12.2026 liegen',
  ],
  [
    field('file', [rule('extensions', ['pdf', 'png'])]),
    'id',
    '„Feld“ muss eine Datei von einem dieser Typen sein: pdf, png',
  ],
  [field('file', [rule('max_bytes', 2_500_000)]), 'id', '„Feld“ darf nicht größer als 2,5 MB sein'],
];

/** The same for ambiguous texts. */
const UNCLEAR: typeof CASES = [
  [field('number'), '1,500', '„Feld“ kann 1500 oder 1.5 heißen; wählen Sie, was Sie meinen'],
  [
    field('number'),
    '12345678901234567',
    '„Feld“ hat mehr Ziffern, als sich genau speichern lassen; schreiben Sie höchstens 15',
  ],
  [field('number'), '1e-400', '„Feld“ ist eine zu große oder zu kleine Zahl, um gespeichert zu werden'],
  [
    field('datetime'),
    '2026-03-29T02:30',
    '„Feld“ ist eine Uhrzeit, die es nicht gibt, weil die Uhren vorgestellt werden; wählen Sie 29.03.2026, 01:30:00 MEZ oder 29.03.2026, 03:30:00 MESZ',
  ],
  [
    field('datetime'),
    '2026-10-25T02:30',
    '„Feld“ ist eine Uhrzeit, die es zweimal gibt, weil die Uhren zurückgestellt werden; wählen Sie 25.10.2026, 02:30:00 MESZ oder 25.10.2026, 02:30:00 MEZ',
  ],
];

describe('a problem with a value', () => {
  const titled = [...CASES, ...UNCLEAR].map(
    (one) => [JSON.stringify(one.slice(0, 2)).slice(0, 120), ...one] as const,
  );
  it.each(titled)('of %s is translated into German', (_, definition, value, message) => {
    expect(messageOf(definition, value)).toBe(message);
  });

  it('is translated for every code that German has a message for', () => {
    const all = Object.entries(german.messages).filter(([id]) => id.startsWith('check.'));
    const named = { language: 'de', messages: Object.fromEntries(all.map(([id]) => [id, id])) };
    const used = [...CASES, ...UNCLEAR].map(([definition, value]) => {
      return messageOf(definition, value, named);
    });
    used.push(translateProblem({ code: 'unknown_field', params: { label: 'x' } }, named));
    expect(new Set(used)).toEqual(new Set(all.map(([id]) => id)));
  });

  it('is translated for every code in every language', () => {
    for (const language of Object.keys(FILL_LOCALES))
      for (const code of PROBLEM_CODES)
        expect(fillMessagesFor(language).messages, language).toHaveProperty([`check.${code}`]);
  });

  it('is translated to each language with the label and its parameters, without any English', () => {
    for (const language of Object.keys(FILL_LOCALES).filter((one) => one !== 'en'))
      for (const [definition, value] of [...CASES, ...UNCLEAR]) {
        const text = messageOf(definition, value, fillMessagesFor(language));
        expect(text).toContain('Feld');
        expect(text).not.toMatch(/[{}]|undefined|NaN|\b(must|cannot|Please|valid |has)\b/);
      }
  });

  it('is in English the sentence of the API', () => {
    for (const [definition, value] of CASES) {
      const checked = validate(
        [definition],
        { it: value },
        { fileOf: () => ({ name: 'a.exe', size: 3_000_000 }) },
      );
      expect(checked.ok ? '' : englishErrors(checked.problems)).toEqual({
        [definition.name]: [messageOf(definition, value, english)],
      });
    }
  });

  it('stays as the maker of the form wrote it', () => {
    const limited = field('number', [rule('max', 3, 'Feld: höchstens drei Nächte')]);
    expect(messageOf(limited, 4)).toBe('Feld: höchstens drei Nächte');
  });

  it('leaves a moment as it is written until the clock of who reads it is known', () => {
    const problem: Problem = { code: 'earliest', params: { label: 'Feld', min: '2026-12-01T10:00:00Z' } };
    expect(translateProblem(problem, german, false)).toBe(
      '„Feld“ darf nicht vor 2026-12-01T10:00:00Z liegen',
    );
    expect(translateProblem(problem, german)).toMatch(
      /^„Feld“ darf nicht vor \d\d\.\d\d\.2026, \d\d:00 liegen$/,
    );
  });

  it('keeps whatever a label says', () => {
    const hostile = fc.constantFrom('must be between 1 and 2', '{label}', '{max, plural, other {#}}', 'a\nb');
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), hostile), fc.nat(900), (label, max) => {
        expect(translateProblem({ code: 'required', params: { label } }, german)).toBe(
          `Bitte geben Sie „${label}“ an`,
        );
        expect(
          translateProblem({ code: 'count_range', params: { label, min: 0, max: max + 2 } }, german),
        ).toBe(`„${label}“ muss 0 bis ${max + 2} Einträge haben`);
      }),
    );
  });
});
