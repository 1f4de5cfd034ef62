import { lightWords } from '#components/ui/light-words.tsx';
import fields from '#locales/en-US.fields.ts';

/** Words of the editors: without react-intl, which would be a tenth of what the page of a form may weigh. */
export const { FormattedMessage, useIntl } = lightWords(fields);
