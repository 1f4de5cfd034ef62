import { createInlineIntl } from '#components/ui/inline-intl.tsx';
import type fill from '#locales/en-US.fill.ts';

/** Messages of the form page, which embeds them in its own language (`load-fill.ts`). */
export const { FormattedMessage, useIntl } = createInlineIntl<keyof typeof fill>();
