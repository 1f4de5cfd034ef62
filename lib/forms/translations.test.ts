import { describe, expect, it } from 'vitest';
import {
  matchLanguage,
  readTranslations,
  type TranslatableForm,
  translatableTexts,
  translateForm,
} from './translations.ts';

const FORM: TranslatableForm = {
  title: 'Camp',
  description: '',
  confirmation: 'See you',
  fields: [
    {
      id: 'f1',
      name: 'food',
      label: 'Food',
      type: 'select',
      options: [{ id: 'o1', label: 'Rice' }],
      rules: [{ rule: 'min_count', value: 1, message: 'Choose' }],
    },
    {
      id: 'f2',
      name: 'kids',
      label: 'Children',
      type: 'form',
      fields: [{ id: 'f3', name: 'n', label: 'Name', type: 'text', help: 'First name' }],
    },
  ],
  layout: {
    pages: [
      {
        id: 'p1',
        title: 'Who',
        blocks: [
          { kind: 'field', field: 'f1' },
          { kind: 'text', id: 'b1', text: 'Hello' },
          { kind: 'picture', id: 'b2', picture: 'x', alt: 'A tent' },
        ],
      },
    ],
  },
};

describe('the texts of a form', () => {
  it('are all found, with keys that stay', () => {
    expect(translatableTexts(FORM).map(({ key }) => key)).toEqual([
      'title',
      'confirmation',
      'fields.f1.label',
      'fields.f1.options.o1',
      'fields.f1.rules.min_count',
      'fields.f2.label',
      'fields.f3.label',
      'fields.f3.help',
      'pages.p1.title',
      'blocks.b1.text',
      'blocks.b2.alt',
    ]);
  });

  it('are said in another language, and as they are where it lacks them', () => {
    const germanTexts = Object.fromEntries(
      translatableTexts(FORM).map(({ key, text }) => [key, `de:${text}`]),
    );
    const translated = translateForm(FORM, germanTexts);
    expect(translatableTexts(translated).every(({ text }) => text.startsWith('de:'))).toBe(true);
    expect(translateForm(FORM, { title: 'Lager' })).toEqual({ ...FORM, title: 'Lager' });
    expect(FORM.title).toBe('Camp');
  });

  it('are read with what is wrong under each place', () => {
    expect(readTranslations({ de: { title: 'Lager', description: ' ' } })).toEqual({
      ok: true,
      translations: { de: { title: 'Lager' } },
    });
    const wrong = readTranslations({ de: { title: 7 }, '<b>': {}, fr: [] });
    expect(wrong).toMatchObject({ ok: false });
    expect(wrong.ok ? [] : wrong.problems.map(({ path }) => path)).toEqual([
      'translations.de.title',
      'translations.<b>',
      'translations.fr',
    ]);
  });

  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR'], 'pt-PT'],
    [['EN-us'], 'en'],
    [['fi'], null],
  ])('in %j are those in %s', (wanted, language) => {
    expect(matchLanguage(wanted, ['en', 'de', 'pt-PT'])).toBe(language);
  });
});
