import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Field, SelectField } from '#components/ui/Field.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Job } from '#lib/contract/job.ts';
import { type Column, ON_MATCH, type OnMatch } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import { messageOf } from '#services/http.ts';
import { importFile } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';
import { type FilePreview, guessMapping, readCsvPreview } from './csv-preview.ts';
import { ImportFrame } from './ImportFrame.tsx';
import { isWorkbook, readWorkbookPreview } from './workbook-preview.ts';

/** Target of a column of the file that becomes a column of the table; never the id of a column. */
const NEW = '+';

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(3)};
  align-items: end;
  padding-bottom: ${space(3)};
  border-bottom: 1px solid ${color('line')};
`;

const Sample = styled.div`
  min-width: 0;

  strong {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

type ImportDialogProps = {
  itemId: string;
  columns: readonly Column[];
  /** Into a contact list, whose files may be those of an address book. */
  isContacts?: boolean;
  /** A file that was chosen already. */
  chosen?: File | null;
  /** Rows were imported. */
  onDone: () => void;
  onClose: () => void;
};

/** Imports rows from a CSV file, or a sheet of a workbook: the mapping of columns, the treatment of existing rows, and the result. */
export function ImportDialog(props: ImportDialogProps) {
  const { itemId, columns, isContacts = false, chosen: handed = null, onDone, onClose } = props;
  const intl = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const [head, setHead] = useState<FilePreview | null>(null);
  const [sheet, setSheet] = useState(0);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [matchOn, setMatchOn] = useState('');
  const [onMatch, setOnMatch] = useState<OnMatch>('update');
  const [decimalMark, setDecimalMark] = useState('');
  const [dateOrder, setDateOrder] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  // Computed columns can't be imported, nor files, which a CSV cell can't contain.
  const fillable = columns.filter(({ formula, type }) => formula === undefined && type !== 'file');
  const known = fillable.filter(
    (column) =>
      !isList(column) &&
      !['json', 'form'].includes(column.type) &&
      Object.values(mapping).includes(column.id),
  );
  const goesTo = (header: string) => mapping[header] ?? NEW;
  const hasType = (...types: string[]) =>
    fillable.some(({ id, type }) => types.includes(type) && Object.values(mapping).includes(id)) ||
    head?.headers.some(
      (header, at) => goesTo(header) === NEW && head.types[at]?.some((type) => types.includes(type)),
    );
  const turn = useRef(0);
  const choose = async (chosen: File | undefined, wanted = 0) => {
    setProblem(null);
    setFile(chosen ?? null);
    setSheet(wanted);
    // The sheets of a workbook stay to be chosen from.
    setHead((before) => (chosen && chosen === file && before ? { ...before, headers: [] } : null));
    turn.current += 1;
    const own = turn.current;
    if (!chosen) return;
    const isBook = isWorkbook(chosen);
    const read = await (isBook
      ? readWorkbookPreview(chosen, wanted, isContacts)
      : readCsvPreview(chosen, isContacts));
    // Another file or sheet was chosen meanwhile.
    if (own !== turn.current) return;
    if (!read) {
      setHead(null);
      const id = isBook ? 'table.import_workbook_unreadable' : 'table.import_unreadable';
      return setProblem(intl.formatMessage({ id }));
    }
    if (read.headers.length === 0) setProblem(intl.formatMessage({ id: 'table.import_sheet_empty' }));
    setHead(read);
    setMapping(guessMapping(fillable, read.headers));
  };

  const first = useRef(() => (handed ? choose(handed) : Promise.resolve()));
  useEffect(() => void first.current(), []);

  const send = async () => {
    if (!file) return setProblem(intl.formatMessage({ id: 'table.import_choose_first' }));
    const headers = head?.headers ?? [];
    if (headers.every((header) => goesTo(header) === ''))
      return setProblem(intl.formatMessage({ id: 'table.import_all_left_out' }));
    const twice = fillable.find(({ id }) => headers.filter((header) => goesTo(header) === id).length > 1);
    if (twice)
      return setProblem(intl.formatMessage({ id: 'table.import_same_column' }, { column: twice.label }));
    setBusy(true);
    setProblem(null);
    const chosen = Object.fromEntries(Object.entries(mapping).filter(([, id]) => id !== NEW));
    try {
      const newColumns = headers.some((header) => goesTo(header) === NEW);
      const how = {
        mapping: chosen,
        newColumns,
        matchOn: matchOn || null,
        onMatch,
        decimalMark,
        dateOrder,
        sheet,
      };
      setJob(await importFile(itemId, file, how));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <ImportFrame
      title={<FormattedMessage id="table.import" />}
      submit={<FormattedMessage id="table.import_submit" />}
      width={640}
      disabled={!head || head.headers.length === 0}
      job={job}
      busy={busy}
      problem={problem}
      onSubmit={send}
      onDone={onDone}
      onClose={onClose}
    >
      {handed ? (
        <p>
          <FormattedMessage id="table.import_handed" />
        </p>
      ) : (
        <Field
          label={<FormattedMessage id="table.import_file" />}
          help={<FormattedMessage id="table.import_help" />}
          required
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,.xlsx,text/csv"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
      )}
      {head?.sheets && head.sheets.length > 1 && (
        <SelectField
          label={<FormattedMessage id="table.import_sheet" />}
          required
          value={sheet}
          onChange={(event) => void choose(file ?? undefined, Number(event.target.value))}
        >
          {head.sheets.map((name, at) => (
            <option key={name} value={at}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {head?.headers.map((header, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may be called the same
        <Pair key={at}>
          <Sample dir="auto">
            <strong>{header || <FormattedMessage id="table.import_nameless" />}</strong>
            <small>{head.samples[at]}</small>
          </Sample>
          <SelectField
            label={
              <>
                <FormattedMessage id="table.import_goes_to" />{' '}
                <VisuallyHidden>{header || <FormattedMessage id="table.import_nameless" />}</VisuallyHidden>
              </>
            }
            required
            value={goesTo(header)}
            onChange={(event) => setMapping({ ...mapping, [header]: event.target.value })}
          >
            <option value={NEW}>{intl.formatMessage({ id: 'table.import_new_column' })}</option>
            <option value="">{intl.formatMessage({ id: 'table.import_nowhere' })}</option>
            {fillable.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        </Pair>
      ))}
      {head && hasType('number') && (
        <SelectField
          label={<FormattedMessage id="table.import_numbers" />}
          required
          value={decimalMark}
          onChange={(event) => setDecimalMark(event.target.value)}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_as_hub' })}</option>
          <option value=".">1,234.5</option>
          <option value=",">1.234,5</option>
        </SelectField>
      )}
      {head && hasType('date', 'datetime') && (
        <SelectField
          label={<FormattedMessage id="table.import_days" />}
          required
          value={dateOrder}
          onChange={(event) => setDateOrder(event.target.value)}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_as_hub' })}</option>
          <option value="day">{intl.formatMessage({ id: 'table.import_day_first' })}</option>
          <option value="month">{intl.formatMessage({ id: 'table.import_month_first' })}</option>
        </SelectField>
      )}
      {head && known.length > 0 && (
        <SelectField
          label={<FormattedMessage id="table.import_match" />}
          required
          help={<FormattedMessage id="table.import_match_help" />}
          value={matchOn}
          onChange={(event) => setMatchOn(event.target.value)}
        >
          <option value="">{intl.formatMessage({ id: 'table.import_match_none' })}</option>
          {known.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {head && matchOn && (
        <SelectField
          label={<FormattedMessage id="table.import_on_match" />}
          required
          value={onMatch}
          onChange={(event) => setOnMatch(ON_MATCH.find((one) => one === event.target.value) ?? 'update')}
        >
          {ON_MATCH.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `table.on_match_${one}` })}
            </option>
          ))}
        </SelectField>
      )}
    </ImportFrame>
  );
}
