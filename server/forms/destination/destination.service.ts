import type { z } from 'zod';
import type { Destination, destinationRequest, SendResult } from '#lib/contract/form-destination.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { fitsColumn } from '#lib/forms/mapped-values.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { draftDefinition, type FormView, formById, lockForm } from '#server/forms/definition/form.repo.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import { formInLanguage, publishedVersion } from '#server/forms/definition/version-cache.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { requireItemView } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { ApiError, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { requireTable } from '#server/tables/table/table.ts';
import { matchColumns } from '#server/tables/writes/upsert-rows.ts';
import {
  countMissing,
  deleteDestination,
  destinationOf,
  lockSubmission,
  missingSubmissions,
  saveDestination,
} from './destination.repo.ts';
import { mappedColumns, writeSubmissionRow } from './write-submission-row.ts';

/** Answers go to the readers of the table: only who reads them says where. */
type FormOfReader = Authorized<FormView, 'form.read_submissions'>;

const MISSING_MAX = 1000;
/** Submissions that one request sends. */
const SENT_MAX = 100;

/** Where a form's answers are written besides, or null. */
export async function describeDestination(
  database: Database | Transaction,
  caller: SignedIn,
  form: Pick<FormView, 'id'>,
): Promise<Destination | null> {
  const found = await destinationOf(database, form.id);
  if (!found) return null;
  const { item_id, mapping, match_field } = found;
  const item = await itemById(database, caller, item_id);
  const isSeen = item?.rank && !item.trashed_at;
  return {
    ...{ item_id, mapping, match_field },
    table: isSeen ? { title: item.title, space: item.space_slug } : null,
    missing: await countMissing(database, form.id, item_id, MISSING_MAX),
  };
}

/** The fields that a form asks or is about to ask. */
async function knownFields(trx: Transaction, form: FormView): Promise<FieldDefinition[]> {
  const { fields } = await draftDefinition(trx, form.id);
  const { published_version } = form;
  const published =
    published_version === null ? null : await publishedVersion(trx, form.id, published_version);
  return [...fields, ...(published?.fields ?? [])];
}

/**
 * Has a form's answers written into a table from now on.
 * @throws ApiError 404 and 403 for a table that the caller may not see or change; 422 naming each field whose values don't
 *   fit their column
 */
export async function setDestination(
  services: Services,
  caller: SignedIn,
  { id }: FormOfReader,
  { item_id, mapping, match_field }: z.output<typeof destinationRequest>,
): Promise<Destination> {
  return inTransaction(services, async (trx) => {
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.change');
    authorizeForm(form, 'form.read_submissions');
    const item = authorizeItem(await requireItemView(trx, caller, item_id), 'item.change');
    if (item.hub_id !== form.hub_id) throw notFound('This item');
    const table = await requireTable(trx, item, 'rows');
    const fields = await knownFields(trx, form);
    const columns = mappedColumns(table);
    const problems: Record<string, string[]> = {};
    const taken = new Set<string>();
    for (const [fieldId, columnId] of Object.entries(mapping)) {
      const path = `mapping.${fieldId}`;
      const field = fields.find((one) => one.id === fieldId);
      const column = columns.find((one) => one.id === columnId);
      if (!field) problems[path] = ['The form has no such field'];
      else if (!column) problems[path] = ['The table has no such column'];
      else if (taken.has(columnId)) problems[path] = [`${column.label} is filled by another field`];
      else if (!fitsColumn(field, column)) problems[path] = [`${field.label} does not fit ${column.label}`];
      taken.add(columnId);
    }
    const matched = match_field === null ? undefined : mapping[match_field];
    if (match_field !== null && matched === undefined)
      problems.match_field = ['Matching field must be mapped to a column'];
    if (Object.keys(problems).length > 0) throw invalid(problems);
    if (matched !== undefined) refuseUnmatchable(() => matchColumns(table, [matched]));
    await saveDestination(trx, id, { item_id, mapping, match_field, set_by: caller.user.id });
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.table_connected',
      details: { table: item.id },
    });
    return described(trx, caller, form);
  });
}

/** A column that rows can't be known by is named as the request names it. */
function refuseUnmatchable(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalid({ match_field: ['Rows cannot be known by this field'] });
  }
}

async function described(trx: Transaction, caller: SignedIn, form: FormView): Promise<Destination> {
  const now = await describeDestination(trx, caller, form);
  if (!now) throw new Error('the destination was just saved');
  return now;
}

/** From now on a form's answers are written into no table; what was written stays. */
export async function removeDestination(
  services: Services,
  caller: SignedIn,
  { id }: FormOfReader,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.change');
    authorizeForm(form, 'form.read_submissions');
    const found = await destinationOf(trx, id);
    if (!found) return;
    await deleteDestination(trx, id);
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.table_disconnected',
      details: { table: found.item_id },
    });
  });
}

async function sendOne(services: Services, caller: SignedIn, formId: string, id: string): Promise<boolean> {
  return inTransaction(services, async (trx) => {
    const submission = await lockSubmission(trx, formId, id);
    const version = submission && (await publishedVersion(trx, formId, submission.version));
    if (!submission || !version) return false;
    const { fields } = formInLanguage(version, submission.language);
    return writeSubmissionRow(trx, services, formId, {
      ...{ id, fields, values: submission.data, typed: submission.typed },
      submittedBy: submission.submitted_by,
      // Sent by nobody, the row would have stayed as it was.
      changedBy: caller.user.id,
    });
  });
}

/**
 * Writes submissions that have no row, or an older state in it, into the form's table: one, or the oldest hundred. A row that is
 * there already is changed by the caller, a new one is who submitted it's.
 * @throws ApiError 404 for a form without a table, and for another form's submission
 */
export async function sendSubmissions(
  services: Services,
  caller: SignedIn,
  form: FormOfReader,
  request: { submission_id?: string | undefined },
): Promise<SendResult> {
  const destination = await destinationOf(services.database, form.id);
  if (!destination) throw notFound('A table of this form');
  const { item_id } = destination;
  const { submission_id } = request;
  if (submission_id !== undefined && !isId(submission_id)) throw notFound('This answer');
  const ids =
    submission_id === undefined
      ? await missingSubmissions(services.database, form.id, item_id, SENT_MAX)
      : [submission_id];
  let written = 0;
  for (const id of ids) if (await sendOne(services, caller, form.id, id)) written += 1;
  const missing = await countMissing(services.database, form.id, item_id, MISSING_MAX);
  return { written, refused: ids.length - written, missing };
}
