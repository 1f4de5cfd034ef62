import { useEffect, useRef, useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { contactColumns, knownBy } from '#lib/contacts/contact-columns.ts';
import type { ImportType, UnknownOptions } from '#lib/contract/import-choice.ts';
import type { Job } from '#lib/contract/job.ts';
import type { Column, EmptyCells, OnMatch, WireColumn } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import { messageOf } from '#services/http.ts';
import { type ImportChoice, type ImportReading, importFile, startImport } from '#services/table.ts';
import {
  FIRST_READING,
  type FilePreview,
  type FileReading,
  guessMapping,
  guessPlaces,
  isOfCards,
} from './csv-preview.ts';
import { filledColumns } from './filled-columns.ts';
import { useFilePreview } from './use-file-preview.ts';
import { useImportCheck } from './use-import-check.ts';
import { isWorkbook } from './workbook-preview.ts';

/** Target of a column of the file that becomes a column of the table; never the id of a column. */
export const NEW = '+';

/** How rows of the file become rows of the table. */
export type ImportRules = {
  /** The ids of the columns by which a row is known again. */
  matchOn: readonly string[];
  onMatch: OnMatch;
  emptyCells: EmptyCells;
  /** What becomes of a choice that a column doesn't have. */
  unknownOptions: UnknownOptions;
} & Pick<ImportChoice, 'decimalMark' | 'dateOrder'>;

const FIRST_RULES: ImportRules = {
  matchOn: [],
  onMatch: 'update',
  emptyCells: 'leave',
  unknownOptions: 'add',
  decimalMark: '',
  dateOrder: '',
};

/** Whether values of a column are options, which it may get more of. */
const takesOptions = ({ type, allow_other }: Column) =>
  ['select', 'checkboxes', 'multi-select'].includes(type) && !allow_other;

/** Some entries of a record, whatever their keys are. */
const pairsOf = <Value>(record: Record<string, Value>, isOne: (pair: [string, Value]) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(isOne));

/** The ids of the columns by which a contact is known, of those that the file fills. */
function knownByFilled(fillable: readonly Column[], mapping: Record<string, string>): string[] {
  const filled = new Set(Object.values(mapping));
  return knownBy(contactColumns(fillable)).flatMap(({ id }) => (filled.has(id) ? [id] : []));
}

/** Why columns of a file can't go to these targets: all are left out, or two go to the same column; else null. */
function mappingProblem(
  intl: IntlShape,
  fillable: readonly Column[],
  targets: readonly string[],
): string | null {
  if (targets.every((target) => target === ''))
    return intl.formatMessage({ id: 'table.import_all_left_out' });
  const twice = fillable.find(({ id }) => targets.filter((target) => target === id).length > 1);
  return twice ? intl.formatMessage({ id: 'table.import_same_column' }, { column: twice.label }) : null;
}

/** Why a file can't be imported here: it is one of vCards, or nothing could be read of it. */
function refusalOf(chosen: File | undefined, read: FilePreview | null) {
  if (read) return 'contacts.import_is_cards';
  return chosen && isWorkbook(chosen) ? 'table.import_workbook_unreadable' : 'table.import_unreadable';
}

/** Not where other lines of the file, or another choice that is being checked, may be imported. */
function refusesAll(
  head: FilePreview | null,
  { check, isCurrent }: Pick<ReturnType<typeof useImportCheck>, 'check' | 'isCurrent'>,
): boolean {
  if (!head?.isWhole || !isCurrent || check === null) return false;
  return head.lines.length > 1 && check.refused.length >= head.lines.length - 1;
}

/** Sends the file, or begins to import the one that was sent already. */
function useSending(
  itemId: string,
  preview: ReturnType<typeof useFilePreview>,
  onProblem: (problem: string) => void,
) {
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<Job | null>(null);
  const send = async (file: File | null, chosen: ImportChoice & ImportReading) => {
    setBusy(true);
    try {
      if (preview.jobId !== null) {
        setJob(await startImport(preview.jobId, chosen));
        preview.start();
      } else if (file) setJob(await importFile(itemId, file, chosen));
    } catch (error) {
      onProblem(messageOf(error));
    }
    setBusy(false);
  };
  return { busy, job, send };
}

/** Where the columns of a file go, and the types of those that become new ones, by their headers. */
function useTargets() {
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [types, setTypes] = useState<Record<string, ImportType>>({});
  const goesTo = (header: string) => (Object.hasOwn(mapping, header) ? mapping[header] : undefined) ?? NEW;
  const typeOf = (header: string): ImportType | '' =>
    (Object.hasOwn(types, header) ? types[header] : undefined) ?? '';
  return {
    mapping,
    goesTo,
    /** The type that was chosen for the new column of a header; empty for that of its cells. */
    typeOf,
    /** Whether a header becomes a new column of one of these types. @param found the types of its cells */
    becomes: (header: string, found: readonly string[], wanted: readonly string[]) =>
      goesTo(header) === NEW &&
      (typeOf(header) === '' ? found : [typeOf(header)]).some((type) => wanted.includes(type)),
    /** What the server is to know of it. */
    sent: (headers: readonly string[]) => ({
      mapping: pairsOf(mapping, ([, id]) => id !== NEW),
      newColumns: headers.some((header) => goesTo(header) === NEW),
      types: pairsOf(types, ([header]) => goesTo(header) === NEW),
    }),
    /** Begins with other columns. */
    begin(guessed: Record<string, string>): void {
      setMapping(guessed);
      setTypes({});
    },
    map: (header: string, target: string) => setMapping({ ...mapping, [header]: target }),
    chooseType: (header: string, type: ImportType | '') =>
      setTypes({ ...pairsOf(types, ([one]) => one !== header), ...(type ? { [header]: type } : {}) }),
  };
}

type Source = {
  itemId: string;
  columns: readonly (Column | WireColumn)[];
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
  const [reading, setReading] = useState(FIRST_READING);
  const targets = useTargets();
  const { mapping, goesTo, typeOf } = targets;
  const [rules, setRules] = useState(FIRST_RULES);
  const preview = useFilePreview({ itemId, isContacts, prepared });
  const [isUnread, setUnread] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useSending(itemId, preview, setProblem);
  const { busy, job } = sending;
  const fillable = filledColumns(columns);
  const turn = useRef(0);
  const choose = async (chosen: File | undefined, wanted = FIRST_READING) => {
    setProblem(null);
    setUnread(false);
    setFile(chosen ?? null);
    setReading(wanted);
    // The sheets of a workbook stay to be chosen from.
    const isSame = (chosen ?? null) === file;
    setHead((before) => (isSame && before ? { ...before, headers: [], lines: [] } : null));
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
    if (!read || (isContacts && isOfCards(read))) {
      setHead(null);
      return setProblem(chosen || read ? intl.formatMessage({ id: refusalOf(chosen, read) }) : null);
    }
    if (read.headers.length === 0) setProblem(intl.formatMessage({ id: 'table.import_sheet_empty' }));
    setHead(read);
    const guessed = (read.hasHeader ? guessMapping : guessPlaces)(fillable, read.headers);
    targets.begin(guessed);
    if (!isContacts) return;
    // Anybody who is in a contact list already stays as they are, so that a file can be imported again.
    setRules((before) => ({ ...before, matchOn: knownByFilled(fillable, guessed), onMatch: 'skip' }));
  };

  const first = useRef(() => (handed || prepared ? choose(handed ?? undefined) : Promise.resolve()));
  useEffect(() => void first.current(), []);

  const isFilled = ({ id }: Column) => Object.values(mapping).includes(id);
  /** Columns by which a row of the file is found in the table. */
  const matchable = fillable.filter(
    (column) => !isList(column) && !['json', 'form'].includes(column.type) && isFilled(column),
  );

  const headers = head?.headers ?? [];
  const hasChoices = fillable.some((column) => isFilled(column) && takesOptions(column));
  const how = {
    ...rules,
    ...targets.sent(headers),
    unknownOptions: hasChoices ? rules.unknownOptions : ('' as const),
    matchOn: rules.matchOn.filter((id) => matchable.some((column) => column.id === id)),
  };
  // Workbooks have numbers, whose fractions have no mark of their own.
  const marks = head?.sheets ? { decimalMark: '.' as const } : {};
  const checked = useImportCheck(itemId, job ? null : (head?.lines ?? null), { ...how, ...marks });

  const noneFits = refusesAll(head, checked);

  const send = async () => {
    if (!file && preview.jobId === null)
      return setProblem(intl.formatMessage({ id: 'table.import_choose_first' }));
    const misplaced = mappingProblem(intl, fillable, headers.map(goesTo));
    if (misplaced !== null) return setProblem(misplaced);
    if (noneFits) return;
    setProblem(null);
    const read = { sheet: head?.sheet ?? reading.sheet, hasHeader: head?.hasHeader ?? true };
    await sending.send(file, { ...how, ...reading, ...read });
  };

  return {
    head,
    isContacts,
    reading: { ...reading, sheet: head?.sheet ?? reading.sheet ?? 0 },
    fillable,
    rules,
    /** How much of the file is sent, of one that the server has to read first. */
    share: preview.share,
    isReading: preview.isReading,
    /** Tries again to send or read a file, where that failed; null where something else is the problem. */
    retry: isUnread ? () => choose(file ?? undefined, reading) : null,
    leave: preview.leave,
    busy,
    problem,
    job,
    goesTo,
    choose,
    /** Reads the file again, in another way. */
    readAs: (change: Partial<FileReading>) => choose(file ?? undefined, { ...reading, ...change }),
    map: targets.map,
    setRules: (change: Partial<ImportRules>) => setRules({ ...rules, ...change }),
    send,
    /** What would become of the first lines; null until it is known. */
    ...checked,
    /** Whether every line of the file would be left out. */
    noneFits,
    typeOf,
    chooseType: targets.chooseType,
    hasChoices,
    matchable,
    /** Whether something of such a type is imported. */
    hasType: (...wanted: string[]) =>
      fillable.some((column) => wanted.includes(column.type) && isFilled(column)) ||
      headers.some((header, at) => targets.becomes(header, head?.types[at] ?? [], wanted)),
  };
}

export type ImportControl = ReturnType<typeof useImport>;
