import { lightWords } from '#components/ui/light-words.tsx';
import type fill from '#locales/en-US.fill.ts';

/** Words of the page that fills a form: it brings them along in its own language (`load-fill.ts`). */
export const { FormattedMessage, useIntl } = lightWords<keyof typeof fill>();
