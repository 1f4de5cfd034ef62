import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { contactColumns, knownBy } from '#lib/contacts/contact-columns.ts';
import type { Job } from '#lib/contract/job.ts';
import type { Column, EmptyCells, OnMatch } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import { messageOf } from '#services/http.ts';
import { type ImportChoice, importFile, startImport } from '#services/table.ts';
import { type FilePreview, guessMapping } from './csv-preview.ts';
import { useFilePreview } from './use-file-preview.ts';
import { isWorkbook } from './workbook-preview.ts';

/** Target of a column of the file that becomes a column of the table; never the id of a column. */
export const NEW = '+';

/** How rows of the file become rows of the table. */
export type ImportRules = {
  /** The ids of the columns by which a row is known again. */
  matchOn: readonly string[];
  onMatch: OnMatch;
  emptyCells: EmptyCells;
} & Pick<ImportChoice, 'decimalMark' | 'dateOrder'>;

/** Computed columns can't be imported, nor files, which a CSV cell can't contain. */
const fillableColumns = (columns: readonly Column[]) =>
  columns.filter(({ formula, type }) => formula === undefined && type !== 'file');

type Source = {
  itemId: string;
  columns: readonly Column[];
  isContacts: boolean;
  /** A file that was chosen already. */
  handed: File | null;
  /** The id of an import whose file was sent already. */
  prepared: string | null;
};

/** An import: the file that was read, where its columns go, how they are read, and sending it. */
export function useImport({ itemId, columns, isContacts, handed, prepared }: Source) {
  const intl = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const [head, setHead] = useState<FilePreview | null>(null);
  const [sheet, setSheet] = useState(0);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [rules, setRules] = useState<ImportRules>({
    matchOn: [],
    onMatch: 'update',
    emptyCells: 'leave',
    decimalMark: '',
    dateOrder: '',
  });
  const preview = useFilePreview({ itemId, isContacts, prepared });
  const [busy, setBusy] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const fillable = fillableColumns(columns);
  const goesTo = (header: string) => (Object.hasOwn(mapping, header) ? mapping[header] : undefined) ?? NEW;
  const turn = useRef(0);
  const choose = async (chosen: File | undefined, wanted = 0) => {
    setProblem(null);
    setUnread(false);
    setFile(chosen ?? null);
    setSheet(wanted);
    // The sheets of a workbook stay to be chosen from.
    const isSame = (chosen ?? null) === file;
    setHead((before) => (isSame && before ? { ...before, headers: [] } : null));
    turn.current += 1;
    const own = turn.current;
    let read: FilePreview | null;
    try {
      read = await preview.read(chosen ?? null, wanted);
    } catch (error) {
      if (own !== turn.current) return;
      setProblem(messageOf(error));
      setUnread(true);
      return;
    }
    // Another file or sheet was chosen meanwhile.
    if (own !== turn.current) return;
    if (!read) {
      setHead(null);
      if (!chosen) return;
      const id = isWorkbook(chosen) ? 'table.import_workbook_unreadable' : 'table.import_unreadable';
      return setProblem(intl.formatMessage({ id }));
    }
    if (read.headers.length === 0) setProblem(intl.formatMessage({ id: 'table.import_sheet_empty' }));
    setHead(read);
    const guessed = guessMapping(fillable, read.headers);
    setMapping(guessed);
    if (!isContacts) return;
    // Whoever is in a contact list already stays as they are, so that a file can be imported again.
    const filled = new Set(Object.values(guessed));
    const matchOn = knownBy(contactColumns(fillable)).flatMap(({ id }) => (filled.has(id) ? [id] : []));
    setRules((before) => ({ ...before, matchOn, onMatch: 'skip' }));
  };

  const first = useRef(() => (handed || prepared ? choose(handed ?? undefined) : Promise.resolve()));
  useEffect(() => void first.current(), []);

  const isFilled = ({ id }: Column) => Object.values(mapping).includes(id);
  /** Columns by which a row of the file is found in the table. */
  const matchable = fillable.filter(
    (column) => !isList(column) && !['json', 'form'].includes(column.type) && isFilled(column),
  );

  const send = async () => {
    if (!file && preview.jobId === null)
      return setProblem(intl.formatMessage({ id: 'table.import_choose_first' }));
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
      const matchOn = rules.matchOn.filter((id) => matchable.some((column) => column.id === id));
      const how = { mapping: chosen, newColumns, ...rules, matchOn, sheet };
      if (preview.jobId !== null) {
        setJob(await startImport(preview.jobId, how));
        preview.start();
      } else if (file) setJob(await importFile(itemId, file, how));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };

  return {
    head,
    isContacts,
    sheet,
    fillable,
    rules,
    /** How much of the file is sent, of one that the server has to read first. */
    share: preview.share,
    isReading: preview.isReading,
    /** Tries again to send or read a file, where that failed; null where something else is the problem. */
    retry: isUnread ? () => choose(file ?? undefined, sheet) : null,
    leave: preview.leave,
    busy,
    problem,
    job,
    goesTo,
    choose,
    chooseSheet: (wanted: number) => choose(file ?? undefined, wanted),
    map: (header: string, target: string) => setMapping({ ...mapping, [header]: target }),
    setRules: (change: Partial<ImportRules>) => setRules({ ...rules, ...change }),
    send,
    matchable,
    /** Whether something of such a type is imported. */
    hasType: (...types: string[]) =>
      fillable.some((column) => types.includes(column.type) && isFilled(column)) ||
      (head?.headers.some(
        (header, at) => goesTo(header) === NEW && head.types[at]?.some((type) => types.includes(type)),
      ) ??
        false),
  };
}

export type ImportControl = ReturnType<typeof useImport>;
