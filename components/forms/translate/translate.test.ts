import { describe, expect, it } from 'vitest';
import { translateForm } from '#lib/forms/translations.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import { directionOf } from '#lib/text/language-direction.ts';
import { languageName } from './language-name.ts';
import { countTranslated, missingTexts, setTranslation, textsToTranslate } from './translation-progress.ts';

const content = { ...TEMPLATES.feedback, translations: {} };

describe('the texts of a form', () => {
  it('are all there to be translated, with the confirmation', () => {
    const keys = textsToTranslate(content, 'Thanks').map(({ key }) => key);
    expect(keys).toContain('title');
    expect(keys).toContain('confirmation');
    expect(keys).toContain('fields.rating.options.very_good');
    expect(keys).toContain('blocks.contact_section.title');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('that are missing are counted, and said in the form’s own language', () => {
    const texts = textsToTranslate(content, '');
    const translatedTexts = setTranslation(
      setTranslation(undefined, 'title', 'Rückmeldung'),
      'description',
      '  ',
    );
    expect(countTranslated(texts, translatedTexts)).toBe(1);
    expect(missingTexts(texts, translatedTexts).length).toBe(texts.length - 1);
    const translatedForm = translateForm(content, translatedTexts);
    expect(translatedForm.title).toBe('Rückmeldung');
    expect(translatedForm.description).toBe(content.description);
  });

  it('that are taken back are removed', () => {
    expect(setTranslation({ title: 'x', other: 'y' }, 'title', '')).toEqual({ other: 'y' });
  });
});

describe('a language', () => {
  it('has a name and a direction', () => {
    expect(languageName('en', 'de')).toBe('German');
    expect(languageName('en', 'not a tag')).toBe('not a tag');
    expect(directionOf('ar')).toBe('rtl');
    expect(directionOf('he-IL')).toBe('rtl');
    expect(directionOf('de')).toBe('ltr');
  });
});
