import { createIntl } from 'react-intl';
import { createInlineIntlShape } from '#components/ui/inline-intl.tsx';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';

const { code, messages } = LOCALES[DEFAULT_LOCALE];

/**
 * Every message, for the layouts of all but the entry pages. One instance for all requests, as in
 * `AppearanceProviders`.
 */
export const allMessages = createIntl({ locale: code, defaultLocale: code, messages });

/** The same messages for components that are also on the form page, which has no react-intl. */
export const allInlineMessages = createInlineIntlShape({ language: code, messages });
