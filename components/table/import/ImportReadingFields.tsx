import { FormattedMessage, useIntl } from 'react-intl';
import { CheckSetting } from '#components/ui/CheckSetting.tsx';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { IMPORT_DELIMITERS, IMPORT_ENCODINGS } from '#lib/contract/import-choice.ts';
import { NAMED_SEPARATORS } from '#lib/text/csv-separator.ts';
import type { ImportControl } from './use-import.ts';

/** How encodings are written: `UTF-8`, `Windows-1252`, `Shift_JIS`. */
const encodingName = (encoding: string): string =>
  encoding
    .replace(/^(?:utf|iso|ibm|koi8|gb|euc)/, (start) => start.toUpperCase())
    .replace(/^[wmsbx]/, (letter) => letter.toUpperCase());

/** Whether the first line names the columns; and how text is read, where it was detected wrongly. */
export function ImportReadingFields({ head, reading, readAs }: ImportControl) {
  const intl = useIntl();
  if (!head || head.isNamed) return null;
  const isSuggested = reading.hasHeader === null && !head.hasHeader;
  const detected = (value: string) => intl.formatMessage({ id: 'table.import_detected' }, { value });
  const delimiter = IMPORT_DELIMITERS.find((one) => NAMED_SEPARATORS[one] === head.text?.separator);
  const delimiterName = (one: (typeof IMPORT_DELIMITERS)[number]) =>
    intl.formatMessage({ id: `table.import_delimiter_${one}` });
  return (
    <>
      <CheckSetting
        label={<FormattedMessage id="table.import_no_header" />}
        help={
          <FormattedMessage
            id={isSuggested ? 'table.import_looks_like_data' : 'table.import_no_header_help'}
          />
        }
        checked={!(reading.hasHeader ?? head.hasHeader)}
        onChange={(isData) => void readAs({ hasHeader: !isData })}
      />
      {head.text && (
        <>
          <ChoiceField
            label={<FormattedMessage id="table.import_encoding" />}
            required
            choices={['', ...IMPORT_ENCODINGS]}
            value={reading.encoding}
            textOf={(one) =>
              one === ''
                ? reading.encoding === ''
                  ? detected(encodingName(head.text?.encoding ?? ''))
                  : intl.formatMessage({ id: 'table.import_as_detected' })
                : encodingName(one)
            }
            onChoose={(encoding) => void readAs({ encoding })}
          />
          <ChoiceField
            label={<FormattedMessage id="table.import_delimiter" />}
            required
            choices={['', ...IMPORT_DELIMITERS]}
            value={reading.delimiter}
            textOf={(one) =>
              one === ''
                ? reading.delimiter === ''
                  ? detected(delimiter ? delimiterName(delimiter) : (head.text?.separator ?? ''))
                  : intl.formatMessage({ id: 'table.import_as_detected' })
                : delimiterName(one)
            }
            onChoose={(chosen) => void readAs({ delimiter: chosen })}
          />
        </>
      )}
    </>
  );
}
