import { createIntl } from 'react-intl';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

const { code, messages } = LOCALES[DEFAULT_LOCALE];

/** Every message, for the layouts of all but the entry pages. One for all requests, as in `AppearanceProviders`. */
export const allMessages = createIntl({ locale: code, defaultLocale: code, messages });
