import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Field, SelectField } from '#components/ui/Field.tsx';
import type { Column, WireColumn } from '#lib/contract/table.ts';
import { DuplicatesLink } from './DuplicatesLink.tsx';
import { FileProgress } from './FileProgress.tsx';
import { ImportCheckNote, ImportCheckResult } from './ImportCheckResult.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import { ImportMapping } from './ImportMapping.tsx';
import { ImportReadingFields } from './ImportReadingFields.tsx';
import { ImportRules } from './ImportRules.tsx';
import { useImport } from './use-import.ts';

type ImportDialogProps = {
  itemId: string;
  columns: readonly (Column | WireColumn)[];
  /** Into a contact list, whose files may be those of an address book. */
  isContacts?: boolean;
  /** A file that was chosen already. */
  chosen?: File | null;
  /** The id of an import whose file was sent already. */
  prepared?: string | null;
  /** Rows were imported. */
  onDone: () => void;
  onClose: () => void;
};

/** Imports rows from a CSV file, or a sheet of a workbook: the mapping of columns, the treatment of existing rows, and the result. */
export function ImportDialog(props: ImportDialogProps) {
  const {
    itemId,
    columns,
    isContacts = false,
    chosen: handed = null,
    prepared = null,
    onDone,
    onClose,
  } = props;
  const intl = useIntl();
  const control = useImport({ itemId, columns, isContacts, handed, prepared });
  const { head, reading, share, choose, readAs, retry } = control;
  const cancel = () => {
    control.leave();
    onClose();
  };
  return (
    <ImportFrame
      title={<FormattedMessage id="table.import" />}
      submit={<FormattedMessage id="table.import_submit" />}
      width={640}
      disabled={!head || head.headers.length === 0 || control.noneFits}
      job={control.job}
      busy={control.busy}
      problem={control.problem}
      note={<ImportCheckNote {...control} />}
      onSubmit={control.send}
      onDone={onDone}
      onClose={cancel}
      next={isContacts ? <DuplicatesLink onFollow={onClose} /> : null}
    >
      {handed || prepared ? (
        <p>
          <FormattedMessage id="table.import_handed" />
        </p>
      ) : (
        <Field
          label={<FormattedMessage id="table.import_file" />}
          help={<FormattedMessage id="table.import_help" />}
          required
        >
          {(field) => (
            <input
              {...field}
              type="file"
              accept=".csv,.tsv,.txt,.xlsx,.record,.vcf,text/csv,text/vcard"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
      )}
      <FileProgress share={share} isReading={control.isReading} />
      {retry && (
        <p>
          <Button size="small" onClick={() => void retry()}>
            <FormattedMessage id="action.retry" />
          </Button>
        </p>
      )}
      {head?.sheets && head.sheets.length > 1 && (
        <SelectField
          label={<FormattedMessage id="table.import_sheet" />}
          required
          value={reading.sheet}
          onChange={(event) => void readAs({ sheet: Number(event.target.value), hasHeader: null })}
        >
          {head.sheets.map((name, at) => (
            <option key={name} value={at}>
              {head.hiddenSheets?.includes(at)
                ? intl.formatMessage({ id: 'table.import_sheet_hidden' }, { name })
                : name}
            </option>
          ))}
        </SelectField>
      )}
      <ImportReadingFields {...control} />
      <ImportMapping {...control} />
      <ImportRules {...control} />
      <ImportCheckResult {...control} />
    </ImportFrame>
  );
}
