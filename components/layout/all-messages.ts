import { createIntl } from 'react-intl';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

const { code, messages } = LOCALES[DEFAULT_LOCALE];

/** Every word, for the layouts that come after the way in. One for all requests, as in `AppearanceProviders`. */
export const allMessages = createIntl({ locale: code, defaultLocale: code, messages });
