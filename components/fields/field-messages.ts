import { createInlineIntl } from '#components/ui/inline-intl.tsx';
import type fields from '#locales/en-US.fields.ts';

/** Messages of the editors, without react-intl: it would be a tenth of the form page's weight limit. */
export const { FormattedMessage, useIntl } = createInlineIntl<keyof typeof fields>();
