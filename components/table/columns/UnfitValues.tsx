import { FormattedMessage } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import type { ColumnPreview } from '#lib/contract/table.ts';

/** Values that are listed; the others are counted. */
const SHOWN = 20;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The values that another type of a column would not accept: they stay as they are, and are marked. */
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
        {values.slice(0, SHOWN).map(({ row_id, value, problem }) => (
          <li key={row_id}>
            <span dir="auto">{textOf(value)}</span>: {problem}
          </li>
        ))}
      </ul>
      {unfitCount > SHOWN && (
        <p>
          <FormattedMessage id="table.paste_more" values={{ count: unfitCount - SHOWN }} />
        </p>
      )}
    </Notice>
  );
}
