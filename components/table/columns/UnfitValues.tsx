import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { saveText } from '#components/ui/save-text.ts';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import { csvRow } from '#lib/text/csv.ts';

/** Values that are shown; all that came with the preview are in the file. */
const SHOWN = 20;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A file of values for spreadsheets: the row, what it has, and why that does not fit. */
const fileOf = (values: ColumnPreview['values']): string =>
  `\ufeff${[
    ['Row', 'Value', 'Problem'],
    ...values.map(({ row_id, row_title, value, problem }) => [row_title || row_id, textOf(value), problem]),
  ]
    .map(csvRow)
    .join('')}`;

/** The values that a column would no longer accept after a change: they stay as they are, and are marked. */
export function UnfitValues({
  preview: { rows, checked, converted, kept: unfitCount, values },
}: {
  preview: ColumnPreview;
}) {
  return (
    <Notice tone="warning">
      {checked < rows && (
        <p>
          <FormattedMessage id="table.preview_part" values={{ checked, rows }} />
        </p>
      )}
      <p>
        <FormattedMessage id="table.preview" values={{ converted, kept: unfitCount }} />
      </p>
      <ul>
        {values.slice(0, SHOWN).map(({ row_id, row_title, value, problem }) => (
          <li key={row_id}>
            <FormattedMessage
              id="table.preview_value"
              values={{
                title: row_title ? <bdi>{row_title}</bdi> : <FormattedMessage id="table.preview_untitled" />,
                value: <bdi>{textOf(value)}</bdi>,
                problem,
              }}
            />
          </li>
        ))}
      </ul>
      {unfitCount > SHOWN && (
        <p>
          <FormattedMessage id="table.paste_more" values={{ count: unfitCount - SHOWN }} />
        </p>
      )}
      {unfitCount > SHOWN && (
        <Button size="small" onClick={() => saveText('values.csv', 'text/csv', fileOf(values))}>
          <FormattedMessage id="table.preview_file" values={{ count: values.length }} />
        </Button>
      )}
    </Notice>
  );
}
