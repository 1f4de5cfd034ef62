import { createIntl } from 'react-intl';
import { catalog } from '#locales/catalog.ts';
import { DEFAULT_LOCALE, LANGUAGES } from '#locales/languages.ts';

const { code } = LANGUAGES[DEFAULT_LOCALE];

/** The messages of all pages but the form's. One instance for all requests: it caches every parsed message. */
export const intl = createIntl({
  locale: code,
  defaultLocale: code,
  messages: catalog,
  // react-intl is silent in a build; an error in the console fails a test in the browser.
  onError: (error) => console.error(error.message),
});
