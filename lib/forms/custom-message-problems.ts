import type { FieldErrors } from '#lib/fields/problem.ts';
import { CUSTOM_MESSAGE_PLACEHOLDERS } from './custom-message-placeholders.ts';
import { CUSTOM_MESSAGE_PREFIX, placeholdersIn } from './custom-messages.ts';
import type { FormTranslations } from './translations.ts';

const listed = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

function problemOf(text: string, wanted: readonly string[]): string | null {
  const present = placeholdersIn(text);
  const places = wanted.length > 0 ? `Its places are ${listed(wanted)}` : 'It has no places';
  if (!present) return `has braces that are no place. ${places}`;
  const missing = wanted.filter((name) => !present.has(name));
  if (missing.length > 0) return `needs ${listed(missing)}`;
  const unknown = [...present].filter((name) => !wanted.includes(name));
  return unknown.length > 0 ? `doesn’t know ${listed(unknown)}. ${places}` : null;
}

/**
 * The problems of custom messages in translations, by path (`translations.de.own.fill.next`): each message
 * must have exactly the placeholders of the original. Messages that the page doesn't have (any more) are
 * ignored: they are not shown.
 */
export function customMessageProblems(translations: FormTranslations): FieldErrors {
  const problems: FieldErrors = {};
  for (const [language, texts] of Object.entries(translations)) {
    for (const [key, text] of Object.entries(texts)) {
      const id = key.startsWith(CUSTOM_MESSAGE_PREFIX) ? key.slice(CUSTOM_MESSAGE_PREFIX.length) : '';
      const wanted = Object.hasOwn(CUSTOM_MESSAGE_PLACEHOLDERS, id)
        ? CUSTOM_MESSAGE_PLACEHOLDERS[id]
        : undefined;
      const problem = wanted && text.trim() !== '' ? problemOf(text, wanted) : null;
      if (problem)
        problems[`translations.${language}.${key}`] = [`The message ${id} (${language}) ${problem}`];
    }
  }
  return problems;
}
