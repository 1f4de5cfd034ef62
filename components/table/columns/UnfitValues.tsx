import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { saveText } from '#components/ui/save-text.ts';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import { csvRow } from '#lib/text/csv.ts';
import { messageOf } from '#services/http.ts';
import type { UnfitChange } from './use-column-draft.ts';

/** Values that are shown; all of them are in the file. */
const SHOWN = 20;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Lines of a file for spreadsheets: the row, what it has, and why that does not fit. */
const linesOf = (values: ColumnPreview['values']): string =>
  values
    .map(({ row_id, row_title, value, problem }) => csvRow([row_title || row_id, textOf(value), problem]))
    .join('');

const save = (lines: string) =>
  saveText('values.csv', 'text/csv', `\ufeff${csvRow(['Row', 'Value', 'Problem'])}${lines}`);

type Counts = Pick<ColumnPreview, 'rows' | 'checked' | 'converted' | 'kept'>;

/** Looks at all rows, page by page, and saves the values that do not fit. */
function useAllValues({ found, readAfter }: UnfitChange) {
  const [counts, setCounts] = useState<Counts>(found);
  const [reading, setReading] = useState<Counts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = useIsOpen();
  const saveAll = async () => {
    setProblem(null);
    let read = { rows: counts.rows, checked: 0, converted: 0, kept: 0 };
    const lines: string[] = [];
    try {
      for (let place: string | null = ''; place !== null && isOpen.current; ) {
        setReading(read);
        const page: ColumnPreview = await readAfter(place);
        lines.push(linesOf(page.values));
        const { checked, converted, kept: unfitCount } = page;
        read = {
          rows: Math.max(read.rows, read.checked + checked),
          checked: read.checked + checked,
          converted: read.converted + converted,
          kept: read.kept + unfitCount,
        };
        place = page.next ?? null;
      }
      if (!isOpen.current) return;
      setCounts({ ...read, rows: read.checked });
      save(lines.join(''));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setReading(null);
    }
  };
  return { counts, reading, problem, saveAll };
}

/** The values that a column would no longer accept after a change: they stay as they are, and are marked. */
export function UnfitValues(change: UnfitChange) {
  const { values } = change.found;
  const { counts, reading, problem, saveAll } = useAllValues(change);
  const { rows, checked, converted, kept: unfitCount } = counts;
  const isWhole = checked >= rows && values.length >= unfitCount;
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
      {(unfitCount > SHOWN || !isWhole) && (
        <Button
          size="small"
          busy={reading !== null}
          onClick={() => (isWhole ? save(linesOf(values)) : void saveAll())}
        >
          {isWhole ? (
            <FormattedMessage id="table.preview_file" values={{ count: values.length }} />
          ) : (
            <FormattedMessage id="table.preview_all" />
          )}
        </Button>
      )}
      {reading && (
        <p role="status">
          <FormattedMessage
            id="table.column_changing_rows"
            values={{ done: reading.checked, total: reading.rows }}
          />
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
    </Notice>
  );
}
