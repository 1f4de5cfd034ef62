import { createInlineIntlShape } from '#components/ui/inline-intl.tsx';
import fields from '#locales/en-US.fields.ts';
import { DEFAULT_LOCALE, LANGUAGES } from '#locales/languages.ts';

/** The messages of the editors of values, which the form's page has in the language of its form. */
export const fieldMessages = createInlineIntlShape({
  language: LANGUAGES[DEFAULT_LOCALE].code,
  messages: fields,
});
