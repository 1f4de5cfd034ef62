import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { type MappedColumn, mappedValues, misfits } from '#lib/forms/mapped-values.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { isLink } from '#server/tables/table/link-column.ts';
import { isStored, requireTable, type Table, type TableColumn } from '#server/tables/table/table.ts';
import { type TypedNumbers, textsOfNumbers } from '#server/tables/table/typed-numbers.ts';
import { changeRows, insertRows, type RowWriteOutcome } from '#server/tables/writes/row.service.ts';
import {
  identifyRows,
  isComparable,
  type UpsertOutcome,
  upsertRows,
} from '#server/tables/writes/upsert-rows.ts';
import { writeSentRows } from '#server/tables/writes/write-sent-rows.ts';
import {
  type DestinationRow,
  destinationOf,
  saveSubmissionRow,
  submissionRowOf,
} from './destination.repo.ts';
import { offerFiles } from './submission-files.ts';

/** A submission that has just been stored or changed. */
export type WrittenSubmission = {
  id: string;
  fields: readonly FieldDefinition[];
  values: Values;
  /** How values were typed that are stored in another format, by their paths. */
  typed: TypedTexts | null;
  /** Who is named as the creator of its row. */
  submittedBy: string | null;
  /** Who is named where a row is changed, its own or one with the same value: who caused that; by default who submitted it. */
  changedBy?: string | null;
};

const GONE =
  'The table is in the trash or was deleted, or who connected it may not change it any more. Connect it again';
const BUSY = 'The table was busy. Send the answer again';
const UNEXPECTED = 'It could not be written. Send the answer again';
const NO_KEY =
  'Rows cannot be known by their matching field any more. Choose another one in the settings of the form';
const ROW_DELETED = 'Its row was deleted. Send the answer again to add it';

/** Columns that a form's answers may go into: of what people type, choose and send, not of people. */
export const mappedColumns = ({ columns }: Pick<Table, 'columns'>): MappedColumn[] =>
  columns.map((column) => ({
    ...column.field,
    isWritable: isMapped(column),
    tableType: column.options.type ?? null,
    ...(isLink(column) ? { isLink: true } : {}),
  }));

const isMapped = (column: TableColumn): boolean =>
  isLink(column) ||
  (isStored(column) && column.field.formula === undefined && column.options.type !== 'person');

type Written = { rowId: string | null; problems: FieldErrors | null };

/** The problems by the label of the column. */
function labelled({ fields }: Table, errors: FieldErrors): FieldErrors {
  const problems: FieldErrors = {};
  for (const [path, messages] of Object.entries(errors)) {
    const name = path.split(/[.[]/, 1)[0] ?? '';
    const label = fields.find((field) => field.name === name)?.label ?? '';
    problems[label] = [...(problems[label] ?? []), ...messages];
  }
  return problems;
}

function writtenBy(
  table: Table,
  outcome: RowWriteOutcome | undefined,
  { rowId, unmapped }: { rowId: string | null; unmapped: FieldErrors | null },
): Written {
  if (outcome?.status === 'done') return { rowId: outcome.row.id, problems: unmapped };
  if (outcome?.status === 'refused') return { rowId, problems: labelled(table, outcome.errors) };
  return { rowId: null, problems: { '': [ROW_DELETED] } };
}

/** A right is asked for as of who connected the table: what they lose, the form loses. */
const connectorOf = (userId: string): Caller => ({
  user: { id: userId, email: '', isEmailVerified: false, activeHubId: null },
  sessionId: null,
  links: [],
  origin: { address: '', userAgent: '' },
});

const SENT = {
  refused: (outcome: RowWriteOutcome): RowWriteOutcome => outcome,
  writtenId: (outcome: RowWriteOutcome) => (outcome.status === 'done' ? outcome.row.id : null),
};

/** How numbers of a submission were typed, for the columns that they go into; texts are read by the columns themselves. */
function typedNumbers(
  columns: readonly MappedColumn[],
  mapping: Readonly<Record<string, string>>,
  { fields, values, typed }: WrittenSubmission,
): TypedNumbers | undefined {
  if (!typed) return undefined;
  const found: TypedNumbers = Object.fromEntries(
    fields.flatMap(({ id, name, type }) => {
      const column = columns.find((one) => one.id === mapping[id]);
      if (type !== 'phone' || column?.type !== 'phone') return [];
      const numbers = ownValue(values, name);
      const written = Array.isArray(numbers)
        ? numbers.map((_, at) => ownValue(typed, `${name}[${at}]`))
        : ownValue(typed, name);
      return [[column.name, textsOfNumbers(numbers, written)]];
    }),
  );
  return found;
}

/** Why values of a submission go nowhere: their columns were deleted since, or are of another type. */
function unmappedProblems(
  columns: readonly MappedColumn[],
  mapping: Readonly<Record<string, string>>,
  { fields, values }: WrittenSubmission,
): FieldErrors | null {
  const problems: FieldErrors = {};
  for (const { field, column } of misfits({ fields, columns }, mapping)) {
    const value = ownValue(values, field.name);
    if (value === undefined || value === null || value === '') continue;
    const label = column?.label ?? '';
    const text = column
      ? `${field.label} does not fit ${column.label} any more`
      : `The column for ${field.label} was deleted`;
    problems[label] = [...(problems[label] ?? []), text];
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

/** Nothing in each column that a submission fills: what was emptied in the submission is emptied in its row. */
function emptiedValues(
  columns: readonly MappedColumn[],
  mapping: Readonly<Record<string, string>>,
  fields: readonly FieldDefinition[],
): Values {
  const ids = new Set(Object.values(mapping));
  // What another type has made of a value is not the submission's.
  const others = new Set(misfits({ fields, columns }, mapping).map(({ column }) => column?.id));
  const own = columns.filter(({ id, isWritable }) => isWritable && ids.has(id) && !others.has(id));
  return Object.fromEntries(own.map(({ name }) => [name, null]));
}

/** The column that rows are known by; undefined where it was deleted, or takes and compares no values of the field any more. */
function keyColumn(
  { columns }: Table,
  mapped: readonly MappedColumn[],
  {
    fields,
    mapping,
    matchField,
  }: Pick<WrittenSubmission, 'fields'> & {
    mapping: Readonly<Record<string, string>>;
    matchField: string;
  },
): TableColumn | undefined {
  const column = columns.find(({ field: { id } }) => id === mapping[matchField]);
  const isMisfit = misfits({ fields, columns: mapped }, mapping).some(
    ({ field: { id } }) => id === matchField,
  );
  return column && !isMisfit && isComparable(column) ? column : undefined;
}

async function writeRow(
  services: Pick<Services, 'jobs'>,
  trx: Transaction,
  { item_id, mapping, match_field, set_by }: DestinationRow & { set_by: string },
  submission: WrittenSubmission,
  rowId: string | null,
): Promise<Written> {
  const { id, fields, values, submittedBy, changedBy = submittedBy } = submission;
  const connector = connectorOf(set_by);
  const item = authorizeItem(await itemById(trx, connector, item_id), 'item.change');
  const table = await requireTable(trx, item, 'rows');
  const columns = mappedColumns(table);
  const writtenIn = await hubInputFormat(trx, item.hub_id);
  const mapped = mappedValues({ fields, columns }, mapping, values, writtenIn);
  const row = await offerFiles(trx, table, mapped, { submissionId: id, rowId });
  const typed = typedNumbers(columns, mapping, submission);
  const unmapped = unmappedProblems(columns, mapping, submission);
  const written = (outcome: RowWriteOutcome | undefined) => writtenBy(table, outcome, { rowId, unmapped });
  const adds = { id: submittedBy, name: '' };
  const changes = { id: changedBy, name: '' };
  if (rowId !== null) {
    const all = { ...emptiedValues(columns, mapping, fields), ...row };
    const [outcome] = await writeSentRows(trx, connector, table, [{ id: rowId, values: all, typed }], {
      ...SENT,
      write: (right) => changeRows(trx, table, right, changes),
    });
    return written(outcome);
  }
  if (match_field !== null) {
    const matched = keyColumn(table, columns, { fields, mapping, matchField: match_field });
    // Without what rows are known by, each submission of a person would become another row.
    if (!matched) return { rowId, problems: { ...unmapped, '': [...(unmapped?.[''] ?? []), NO_KEY] } };
    const [found] = await writeSentRows(trx, connector, table, [{ values: row, typed }], {
      identify: (rows) => identifyRows(trx, table, [matched.field.id], rows),
      write: (right) => upsertRows(services, trx, table, [matched.field.id], right, { adds, changes }),
      refused: (outcome): UpsertOutcome => ({ status: 'refused', outcome }),
      writtenId: ({ outcome }) => SENT.writtenId(outcome),
    });
    return written(found?.outcome);
  }
  const [outcome] = await writeSentRows(trx, connector, table, [{ values: row, typed }], {
    ...SENT,
    write: (right) => insertRows(trx, table, right, adds),
  });
  return written(outcome);
}

function problemOf(error: unknown, log: Services['log'], submissionId: string): FieldErrors {
  if (error instanceof ApiError) return { '': [GONE] };
  if (isLockOrStatementTimeout(error)) return { '': [BUSY] };
  log.error({ err: error, submission: submissionId }, 'a submission could not be written into its table');
  return { '': [UNEXPECTED] };
}

/**
 * Writes a submission into the table of its form, where that has one, in the transaction that stores the submission: as a
 * new row, into the row that it has already, or into the one with the same value. What can't be written is recorded as the
 * problem of the submission, which is stored all the same.
 * @returns whether it is in the table now
 */
export async function writeSubmissionRow(
  trx: Transaction,
  services: Pick<Services, 'jobs' | 'log'>,
  formId: string,
  submission: WrittenSubmission,
): Promise<boolean> {
  const destination = await destinationOf(trx, formId);
  if (!destination) return false;
  const { item_id, set_by } = destination;
  const before = await submissionRowOf(trx, submission.id);
  const rowId = before?.item_id === item_id ? before.row_id : null;
  let written: Written;
  try {
    written =
      set_by === null
        ? { rowId, problems: { '': [GONE] } }
        : await inTransaction({ database: trx }, (inner) =>
            writeRow(services, inner, { ...destination, set_by }, submission, rowId),
          );
  } catch (error) {
    written = { rowId, problems: problemOf(error, services.log, submission.id) };
  }
  await saveSubmissionRow(trx, { id: submission.id, formId }, { itemId: item_id, ...written });
  return written.problems === null;
}
