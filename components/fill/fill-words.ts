import { lightWords } from '#components/common/light-words.tsx';
import fill from '#locales/en-US.fill.ts';

/** Words of the page that fills a form. */
export const { FormattedMessage, useIntl } = lightWords(fill);
