import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { Field } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import type { BulkPreview } from '#lib/contract/bulk-change.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { makeBulkChange, previewBulkChange } from '#services/bulk-changes.ts';
import { fieldErrorsOf } from '#services/http.ts';
import { space } from '#styles/tokens.ts';
import { rowsOfQuery } from './bulk-request.ts';
import { ValueEditor } from './cells/CellEditor.tsx';
import { editorOf } from './cells/editor-of.ts';
import { type GridColumn, shownColumns } from './columns/grid-columns.ts';
import type { BulkDialogProps } from './DeleteAll.tsx';
import type { LinkedRow } from './row/linked-rows.ts';
import { NewRowLinks } from './row/NewRowLinks.tsx';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};

  p {
    margin: 0;
  }

  ul {
    margin: ${space(1)} 0 0;
    padding-inline-start: ${space(5)};
  }

`;

const Value = styled.div`
  display: grid;
  gap: 6px;

  > span {
    font-size: 13px;
    font-weight: 500;
  }
`;

const Check = styled.label`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  width: fit-content;
`;

/** Of files and the records of a form, there is no value that all rows could have. */
const isOnlyCleared = (column: GridColumn) => editorOf(column) === 'row';
const mayBeCleared = ({ field }: GridColumn) => field.required === false;
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const NO_PEOPLE: ReadonlyMap<string, string> = new Map();

type ColumnValueProps = { column: GridColumn; value: unknown; onChange: (value: unknown) => void };

function LinkValue({ column, onChange }: ColumnValueProps) {
  const [rows, setRows] = useState<readonly LinkedRow[]>([]);
  return (
    <NewRowLinks
      columns={[column]}
      chosen={{ [column.name]: rows }}
      onChoose={(_, chosen) => {
        setRows(chosen);
        onChange(chosen.map(({ id }) => id));
      }}
    />
  );
}

/** The value that all rows get, by the editor of the column. */
function ColumnValue(props: ColumnValueProps) {
  if (editorOf(props.column) === 'link') return <LinkValue {...props} />;
  return (
    <Value>
      <span aria-hidden>
        <FormattedMessage id="table.bulk_value" />
      </span>
      <ValueEditor {...props} people={NO_PEOPLE} seed={undefined} />
    </Value>
  );
}

/** What a change would be about, and which rows can't have the value. */
function Summary({ preview, isCleared, label }: { preview: BulkPreview; isCleared: boolean; label: string }) {
  const { count, checked, refused, problems } = preview;
  const values = { count, label: <bdi>{label}</bdi> };
  return (
    <div role="status">
      <p>
        {isCleared ? (
          <FormattedMessage id="table.bulk_clears" values={values} />
        ) : (
          <FormattedMessage id="table.bulk_sets" values={values} />
        )}
      </p>
      {refused > 0 && (
        <Notice tone="warning">
          {checked < count ? (
            <FormattedMessage id="table.bulk_refused_of" values={{ count: refused, checked }} />
          ) : (
            <FormattedMessage id="table.bulk_refused" values={{ count: refused }} />
          )}
          <ul>
            {problems.slice(0, 5).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** Rows that are known, which are changed without counting them first. */
type DirectChange = { count: number; set: (name: string, value: unknown) => void };

type EditAllProps = Omit<BulkDialogProps, 'whenIdle'> &
  Partial<Pick<BulkDialogProps, 'whenIdle'>> & { columns: readonly WireColumn[]; direct?: DirectChange };

/** The change of a column that is being prepared, and what it would be about as soon as it was counted. */
function useEdit({ itemId, query, direct, whenIdle, onMade }: EditAllProps, writable: readonly GridColumn[]) {
  const [columnId, setColumnId] = useState(writable[0]?.id ?? '');
  const column = writable.find(({ id }) => id === columnId);
  const [value, setValue] = useState<unknown>(undefined);
  const [isChecked, setChecked] = useState(false);
  const isCleared = column !== undefined && (isChecked || isOnlyCleared(column));
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const isOpen = useIsOpen();
  /** What was counted was another change. */
  const changed = () => {
    setPreview(null);
    setProblem(null);
  };
  const submit = async () => {
    if (!column || busy) return;
    if (!isCleared && isEmpty(value)) {
      setProblem(
        <FormattedMessage
          id={mayBeCleared(column) ? 'table.bulk_no_value' : 'table.bulk_no_value_required'}
        />,
      );
      return;
    }
    if (direct) return direct.set(column.name, isCleared ? null : value);
    const change = {
      ...rowsOfQuery(query),
      action: 'set' as const,
      values: { [column.name]: isCleared ? null : value },
    };
    setBusy(true);
    setProblem(null);
    try {
      await whenIdle?.();
      if (!isOpen.current) return;
      if (preview === null) setPreview(await previewBulkChange(itemId, change));
      else onMade(await makeBulkChange(itemId, { ...change, as_of: preview.as_of, count: preview.count }));
    } catch (error) {
      const [first] = Object.values(fieldErrorsOf(error));
      setProblem(first ?? failureText(error));
      setPreview(null);
    }
    setBusy(false);
  };
  return {
    ...{ column, value, isCleared, preview, problem, busy, submit },
    choose: (id: string) => {
      setColumnId(id);
      setValue(undefined);
      setChecked(false);
      changed();
    },
    edit: (next: unknown) => {
      setValue(next);
      changed();
    },
    clear: (isOn: boolean) => {
      setChecked(isOn);
      changed();
    },
  };
}

/** Chooses a column and its value, which all rows of a list or the selected ones get. */
export function EditAll(props: EditAllProps) {
  const formId = useId();
  const writable = shownColumns(props.columns).filter(
    (column) => editorOf(column) !== null && (!isOnlyCleared(column) || mayBeCleared(column)),
  );
  const edit = useEdit(props, writable);
  const { column, preview, isCleared } = edit;
  const count = props.direct?.count ?? preview?.count;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void edit.submit();
  };
  return (
    <Modal
      open
      onClose={props.onClose}
      title={<FormattedMessage id="table.bulk_edit_title" />}
      footer={
        <>
          <Button onClick={props.onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={edit.busy}
            disabled={!column || count === 0}
          >
            {count !== undefined ? (
              <FormattedMessage id="table.bulk_change" values={{ count }} />
            ) : (
              <FormattedMessage id="table.bulk_continue" />
            )}
          </Button>
        </>
      }
    >
      <Parts id={formId} noValidate onSubmit={onSubmit}>
        {!column && (
          <p>
            <FormattedMessage id="table.bulk_no_columns" />
          </p>
        )}
        {column && (
          <Field required label={<FormattedMessage id="table.bulk_column" />}>
            {(control) => (
              <Select {...control} value={column.id} onChange={({ target }) => edit.choose(target.value)}>
                {writable.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {column && !isOnlyCleared(column) && (
          // What was chosen stays, and is seen again when the value is not to be cleared after all.
          <div key={column.id} hidden={isCleared}>
            <ColumnValue column={column} value={edit.value} onChange={edit.edit} />
          </div>
        )}
        {column && mayBeCleared(column) && (
          <Check>
            <input
              type="checkbox"
              checked={isCleared}
              disabled={isOnlyCleared(column)}
              onChange={({ target }) => edit.clear(target.checked)}
            />
            <FormattedMessage id="table.bulk_clear_value" />
          </Check>
        )}
        {preview && column && <Summary preview={preview} isCleared={isCleared} label={column.label} />}
        {edit.problem && <Notice tone="error">{edit.problem}</Notice>}
      </Parts>
    </Modal>
  );
}
