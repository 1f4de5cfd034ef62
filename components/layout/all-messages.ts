import { createIntl } from 'react-intl';
import { createInlineIntlShape } from '#components/ui/inline-intl.tsx';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

const { code, messages } = LOCALES[DEFAULT_LOCALE];

/** Every message, for the layouts of all but the entry pages. One for all requests, as in `AppearanceProviders`. */
export const allMessages = createIntl({ locale: code, defaultLocale: code, messages });

/** The same for what is also on the form page, where there is no react-intl. */
export const allInlineMessages = createInlineIntlShape({ language: code, messages });
