import { MessageSquarePlus } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { createWholeFileUploader } from '#components/fields/create-whole-file-uploader.ts';
import { ErrorSummary } from '#components/fields/ErrorSummary.tsx';
import { fetchEditorsWhenIdle } from '#components/fields/editors-when-idle.ts';
import { FieldList } from '#components/fields/FieldList.tsx';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useCloseGuard } from '#components/ui/use-close-guard.tsx';
import { CommentOnRow } from '#context/comment-on-row.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import { sentId } from '#lib/fields/column-types.ts';
import { creationDefaults } from '#lib/fields/creation-default.ts';
import type { Values } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { sendRowFile } from '#services/table.ts';
import { space } from '#styles/tokens.ts';
import { hasNumberEditor, NumberRecordField } from '../cells/NumberRecordField.tsx';
import { PersonRecordField } from '../cells/PersonRecordField.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { ContactSearches } from './ContactSearches.tsx';
import { type ChosenLinks, NewRowLinks } from './NewRowLinks.tsx';
import { withTypedTexts } from './typed-texts.ts';
import { changesOf, useRowSaving } from './use-row-saving.tsx';

fetchEditorsWhenIdle();

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

type RowDialogProps = {
  itemId: string;
  columns: readonly Column[];
  /** Null for a new one. */
  row: Row | null;
  /** What a new one has already. */
  values?: Values;
  /** Of a new row: the member of the hub who adds it. */
  creator?: string | null;
  /** Columns of links, which are chosen for a new one. */
  links?: readonly GridColumn[];
  /** Whether the row is a contact: links to searches for it are shown. */
  isContact?: boolean;
  /** Instead of what it says of a row. */
  title?: ReactNode;
  /** Below the form: what a row has besides the fields that are edited here. */
  more?: ReactNode;
  /** In place of a dialog: it has a way back of its own, which `onClose` leads. */
  frame?: ComponentType<ComponentProps<typeof Modal>> | undefined;
  /** Whether something is typed that is not saved. */
  onDirty?: (isDirty: boolean) => void;
  /**
   * @param names the columns whose values were changed
   * @param previous what these cells were before: also what somebody else had written there meanwhile
   */
  onSaved: (row: Row, names: readonly string[], previous: Values) => void;
  onClose: () => void;
};

/** A row's values as they are edited: files by their ids alone, and nothing that the form does not edit. */
function editedValues(columns: readonly Column[], values: Values): Values {
  return Object.fromEntries(
    columns.flatMap(({ name, column_type, formula }) => {
      const value = values[name];
      if (value === undefined || formula !== undefined) return [];
      const isFiles = column_type === 'attachment' && Array.isArray(value);
      return [[name, isFiles ? value.map((one) => sentId(one, 'file_id')) : value]];
    }),
  );
}

/** Adds or edits a row, with the editors, validation and messages of the field engine. */
export function RowDialog({
  itemId,
  columns,
  row,
  values: initialValues,
  creator = null,
  links = [],
  isContact = false,
  title = <FormattedMessage id={row ? 'table.edit_row' : 'table.add_row'} />,
  more,
  frame: Frame = Modal,
  onDirty,
  onSaved,
  onClose,
}: RowDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState<Values | null>(null);
  const [linked, setLinked] = useState<ChosenLinks>({});
  const writtenIn = useContext(InputFormatContext) ?? {};
  const country = useContext(PhoneCountryContext);
  const [files] = useState(() =>
    createWholeFileUploader((field, file, options) => sendRowFile(itemId, field, file, options), row?.files),
  );
  const [initial] = useState(() => {
    if (row) return editedValues(columns, row.values);
    const creation = { now: new Date(), timeZone: writtenIn.timeZone, creator };
    const defaults = creationDefaults(
      columns.map((field) => ({ field, from: field.default_from })),
      creation,
    );
    return editedValues(columns, { ...defaults, ...initialValues });
  });
  const intl = useIntl();
  // The same list while nothing of it changes: another one begins another record.
  const fields = useMemo(
    () => withTypedTexts(columns, row, (text) => intl.formatMessage({ id: 'table.typed_as' }, { text })),
    [columns, row, intl],
  );
  const record = useRecord(fields, {
    formatProblem: englishProblem,
    initial,
    defaults: row === null,
    hidden: 'keep',
    country,
    writtenIn,
    onChange: setTyped,
  });
  const problems = useProblems(record);
  const people = new Set(columns.flatMap(({ id, column_type }) => (column_type === 'person' ? [id] : [])));
  const numbers = new Map(columns.filter(hasNumberEditor).map((column) => [column.id, column]));
  const names = new Map(Object.entries(row?.people ?? {}));
  const [before] = useState(() => record.values());
  const isTyped = typed !== null && Object.keys(changesOf(before, typed)).length > 0;
  const isDirty = isTyped || Object.values(linked).some(({ length }) => length > 0);
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);
  const { busy, problem, others, tries, save } = useRowSaving({
    ...{ itemId, row, record, initial, linked, uploads: files, onSaved, onClose },
  });
  const { close, guard } = useCloseGuard(isDirty && !busy, onClose);

  return (
    <>
      <Frame
        open
        width={640}
        onClose={close}
        title={title}
        footer={
          <RowDialogButtons
            formId={formId}
            row={row}
            busy={busy}
            isDirty={isDirty}
            isDialog={Frame === Modal}
            onCancel={close}
            onClose={onClose}
          />
        }
      >
        <Parts id={formId} noValidate onSubmit={(event) => void save(event)}>
          {problem && <Notice tone="error">{problem}</Notice>}
          {tries > 0 && <ErrorSummary problems={problems} others={others} tries={tries} />}
          {row && isContact && <ContactSearches columns={columns} row={row} />}
          <FileUploaderContext value={files}>
            <FieldList
              record={record}
              ownEditor={(field) => {
                if (people.has(field.id))
                  return <PersonRecordField key={field.id} record={record} field={field} names={names} />;
                const column = numbers.get(field.id);
                return column && <NumberRecordField key={field.id} record={record} column={column} />;
              }}
            />
          </FileUploaderContext>
          {row === null && links.length > 0 && (
            <NewRowLinks
              columns={links}
              chosen={linked}
              onChoose={(name, rows) => setLinked({ ...linked, [name]: rows })}
            />
          )}
        </Parts>
        {more}
      </Frame>
      {guard}
    </>
  );
}

type RowDialogButtonsProps = Pick<RowDialogProps, 'row' | 'onClose'> & {
  formId: string;
  busy: boolean;
  isDirty: boolean;
  /** Not a page with a way back of its own. */
  isDialog: boolean;
  onCancel: () => void;
};

function RowDialogButtons({
  formId,
  row,
  busy,
  isDirty,
  isDialog,
  onCancel,
  onClose,
}: RowDialogButtonsProps) {
  const commentOnRow = useContext(CommentOnRow);
  return (
    <>
      {row && commentOnRow && !isDirty && isDialog && (
        <Button
          variant="quiet"
          icon={MessageSquarePlus}
          onClick={() => {
            onClose();
            commentOnRow(row.id);
          }}
        >
          <FormattedMessage id="comments.on_selection" />
        </Button>
      )}
      {isDialog && (
        <Button onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
      )}
      <Button variant="primary" type="submit" form={formId} busy={busy}>
        <FormattedMessage id={row ? 'table.save' : 'table.add'} />
      </Button>
    </>
  );
}
