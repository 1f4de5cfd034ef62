import type { FieldDefinition, Option, Rule } from '#lib/fields/definition.ts';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { createProblemCollector } from '#lib/fields/problem-collector.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { codePoints, hasUnreadableCharacters } from '#lib/text/text.ts';
import type { Block, FormLayout, FormPage } from './layout.ts';

/** The translatable texts of a form. */
export type TranslatableForm = {
  title: string;
  description: string;
  confirmation?: string;
  fields: FieldDefinition[];
  layout: FormLayout;
};

/**
 * The translations of a form's texts in one language, by key: `title`, `description`, `confirmation`,
 * `fields.<id>.label`, `.placeholder`, `.help`, `.options.<option id>`, `.rules.<rule>`, `pages.<id>.title`,
 * `.text`, `blocks.<id>.title`, `.text`, `.alt`.
 */
export type TranslationTexts = Readonly<Record<string, string>>;

/** Translations by language (BCP 47); missing ones fall back to the form's own texts. */
export type FormTranslations = Readonly<Record<string, TranslationTexts>>;

export const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
export const TRANSLATION_LIMITS = { languages: 50, entries: 10_000, text: 20_000 };

/** Called with every text of a form and its key; returns its replacement. */
type MapText = (key: string, text: string) => string;

const asIt = <Thing extends object, Key extends keyof Thing & string>(
  source: Thing,
  keys: readonly Key[],
  mapText: (key: Key, text: string) => string,
): Thing => {
  const changed = { ...source };
  for (const key of keys) {
    const text = source[key];
    if (typeof text === 'string' && text !== '') Object.assign(changed, { [key]: mapText(key, text) });
  }
  return changed;
};

function mapFieldTexts(field: FieldDefinition, mapText: MapText): FieldDefinition {
  const at = `fields.${field.id}`;
  const mapped = asIt(field, ['label', 'placeholder', 'help'], (key, text) => mapText(`${at}.${key}`, text));
  if (field.options)
    mapped.options = field.options.map(
      (option): Option => ({ ...option, label: mapText(`${at}.options.${option.id}`, option.label) }),
    );
  if (field.rules)
    mapped.rules = field.rules.map(
      (rule): Rule => asIt(rule, ['message'], (_, text) => mapText(`${at}.rules.${rule.rule}`, text)),
    );
  if (field.fields) mapped.fields = field.fields.map((inner) => mapFieldTexts(inner, mapText));
  return mapped;
}

function mapBlockTexts(block: Block, mapText: MapText): Block {
  const key = (name: string) => `blocks.${block.kind === 'field' ? '' : block.id}.${name}`;
  if (block.kind === 'section')
    return asIt(block, ['title', 'text'], (name, text) => mapText(key(name), text));
  if (block.kind === 'text') return asIt(block, ['text'], (name, text) => mapText(key(name), text));
  if (block.kind === 'picture') return asIt(block, ['alt'], (name, text) => mapText(key(name), text));
  return block;
}

function mapPageTexts(page: FormPage, mapText: MapText): FormPage {
  const mapped = asIt(page, ['title', 'text'], (name, text) => mapText(`pages.${page.id}.${name}`, text));
  return { ...mapped, blocks: page.blocks.map((block) => mapBlockTexts(block, mapText)) };
}

function mapFormTexts<Form extends TranslatableForm>(form: Form, mapText: MapText): Form {
  return {
    ...form,
    title: mapText('title', form.title),
    description: form.description && mapText('description', form.description),
    ...(form.confirmation ? { confirmation: mapText('confirmation', form.confirmation) } : {}),
    fields: form.fields.map((field) => mapFieldTexts(field, mapText)),
    layout: { pages: form.layout.pages.map((page) => mapPageTexts(page, mapText)) },
  };
}

/** Every translatable text of a form with its key, in order of appearance. */
export function translatableTexts(form: TranslatableForm): { key: string; text: string }[] {
  const found: { key: string; text: string }[] = [];
  mapFormTexts(form, (key, text) => {
    found.push({ key, text });
    return text;
  });
  return found;
}

/** The form with translated texts; missing translations fall back to the original. */
export function translateForm<Form extends TranslatableForm>(
  form: Form,
  texts: TranslationTexts | undefined,
): Form {
  if (!texts) return form;
  return mapFormTexts(form, (key, text) => (Object.hasOwn(texts, key) && texts[key]) || text);
}

/** The best match among these languages: the same tag, else the same language, else null. */
export function matchLanguage(wanted: readonly string[], known: readonly string[]): string | null {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const tag of wanted) {
    const exact = known.find((one) => one.toLowerCase() === tag.toLowerCase());
    const near = exact ?? known.find((one) => primary(one) === primary(tag));
    if (near) return near;
  }
  return null;
}

export type ReadTranslations =
  | { ok: true; translations: FormTranslations }
  | { ok: false; problems: readonly ProblemAtPath[] };

/**
 * Parses untrusted translations. Those of fields that don't exist (any more) are kept: a field that is
 * restored has its translations again.
 * @returns the translations, or the problems by path: `translations.de.title`
 */
export function readTranslations(input: unknown): ReadTranslations {
  const problems = createProblemCollector();
  const languages = isRecord(input) ? Object.entries(input) : null;
  if (!languages)
    problems.add('translations', { code: 'invalid', params: { label: 'Translations', type: 'object' } });
  else if (languages.length > TRANSLATION_LIMITS.languages)
    problems.add('translations', {
      code: 'max_count',
      params: { label: 'Translations', max: TRANSLATION_LIMITS.languages },
    });
  const translations: Record<string, Record<string, string>> = {};
  for (const [language, translated] of languages?.slice(0, TRANSLATION_LIMITS.languages) ?? []) {
    const at = `translations.${language.slice(0, 20)}`;
    if (!LANGUAGE_TAG.test(language))
      problems.add(at, { code: 'invalid', params: { label: 'Language', type: 'language' } });
    const entries = isRecord(translated) ? Object.entries(translated) : [];
    if (!isRecord(translated))
      problems.add(at, { code: 'invalid', params: { label: 'Translation', type: 'object' } });
    if (entries.length > TRANSLATION_LIMITS.entries)
      problems.add(at, {
        code: 'max_count',
        params: { label: 'Translation', max: TRANSLATION_LIMITS.entries },
      });
    const texts: Record<string, string> = {};
    for (const [key, text] of entries.slice(0, TRANSLATION_LIMITS.entries)) {
      const place = `${at}.${key.slice(0, 200)}`;
      if (key.length > 400 || key === '__proto__' || hasUnreadableCharacters(key))
        problems.add(place, { code: 'invalid', params: { label: 'Key', type: 'key' } });
      else if (typeof text !== 'string')
        problems.add(place, { code: 'invalid', params: { label: 'Text', type: 'text' } });
      else if (codePoints(text) > TRANSLATION_LIMITS.text)
        problems.add(place, { code: 'max_length', params: { label: 'Text', max: TRANSLATION_LIMITS.text } });
      else if (hasUnreadableCharacters(text, { multiline: true }))
        problems.add(place, { code: 'unreadable', params: { label: 'Text' } });
      else if (text.trim() !== '') texts[key] = text;
    }
    translations[language] = texts;
  }
  return problems.none() ? { ok: true, translations } : { ok: false, problems: problems.problems };
}
