import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Visibility } from '#lib/access/roles.ts';
import type { changeFormRequest, createFormRequest, Form, PublishResult } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { unknownParts } from '#lib/fields/unknown-parts.ts';
import { customMessageProblems } from '#lib/forms/custom-message-problems.ts';
import { type FormLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import { type FormTranslations, readTranslations } from '#lib/forms/translations.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm, seesDraft } from '#server/access/policy/form-policy.ts';
import { assignFormScope, lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { authorizeFormSharing } from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { makePrivate, recordVisibility } from '#server/access/visibility/visibility.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { presentForm } from '#server/forms/definition/form.presenter.ts';
import {
  countSubmissions,
  draftDefinition,
  type FormView,
  formById,
  lastFormEditor,
  lockForm,
  type StoredDefinition,
  versionOf,
} from '#server/forms/definition/form.repo.ts';
import {
  addsRecipients,
  mergeFormSettings,
  parseFormSettings,
} from '#server/forms/definition/form-settings.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import { notificationsIncludeSubmissions } from '#server/forms/definition/notification-mail.repo.ts';
import { requireAcceptedDeletion } from '#server/forms/definition/retention.ts';
import { settingChangesBetween, settingChangesOf } from '#server/forms/definition/setting-changes.ts';
import { invalidateSubmissionCount } from '#server/forms/submissions/submission.repo.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid, invalidFields, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { lockAndAuthorizeSpace, type SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { queuePublishWebhooks } from './publish-webhooks.ts';

type Creation = z.output<typeof createFormRequest>;
type Change = z.output<typeof changeFormRequest>;

/** Letters and digits that are not easily confused; sixteen of them can't be guessed. */
const SLUG_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const SLUG_LENGTH = 16;

function newSlug(): string {
  return Array.from({ length: SLUG_LENGTH }, () => SLUG_LETTERS[randomInt(SLUG_LETTERS.length)]).join('');
}

/** Refuses what no part of a form's definition has. @throws ApiError 422 by path, `fields[2].options[0].color` */
function refuseUnknownParts(sent: Pick<Change, 'fields' | 'layout'>): void {
  const unknown = unknownParts(sent);
  if (unknown.length > 0) throw invalidFields(unknown);
}

/** @throws ApiError 422 with the problems by path, `fields[2].label`. */
export function parseDefinition(input: readonly unknown[]): FieldDefinition[] {
  const read = readFields(input);
  if (!read.ok) throw invalidFields(read.problems);
  return read.fields;
}

/** @throws ApiError 422 with the problems by path, `layout.pages[1].title`. */
function readPages(input: unknown, fields: readonly FieldDefinition[]): FormLayout {
  const read = readLayout(input, fields);
  if (!read.ok) throw invalidFields(read.problems);
  return read.layout;
}

function parseTranslations(input: unknown): FormTranslations {
  const read = readTranslations(input);
  if (!read.ok) throw invalidFields(read.problems);
  return read.translations;
}

/** The form with the caller's current role. @throws ApiError 404 where it was deleted. */
export async function requireForm(
  database: Database | Transaction,
  caller: Pick<Caller, 'user'>,
  id: string,
): Promise<FormView> {
  const form = await formById(database, caller, id);
  if (!form) throw notFound('This form');
  return form;
}

const EMPTY_DEFINITION: StoredDefinition = { fields: [], layout: NO_LAYOUT, translations: {} };

/** A form with its fields as the caller may know them. */
export async function describeForm(database: Database | Transaction, form: FormView): Promise<Form> {
  const version = form.published_version;
  const definition = seesDraft(form)
    ? await draftDefinition(database, form.id)
    : version === null
      ? undefined
      : await versionOf(database, form.id, version);
  const counts = await countSubmissions(database, [form.id]);
  const editor = seesDraft(form) ? await lastFormEditor(database, form.id) : null;
  const hasRecipients = seesDraft(form) && parseFormSettings(form).notify.length > 0;
  return {
    ...presentForm(form, definition ?? EMPTY_DEFINITION, counts.get(form.id)),
    notify_has_answers: hasRecipients ? await notificationsIncludeSubmissions(database, form.id) : null,
    updated_by: editor,
    setting_changes: seesDraft(form) ? await settingChangesOf(database, form.id) : {},
  };
}

/** Makes a form, not published yet, in a space. */
export async function createForm(
  services: Services,
  caller: SignedInHubCaller,
  { id: spaceId }: Authorized<SpaceView, 'space.create_item'>,
  creation: Creation,
): Promise<FormView> {
  refuseUnknownParts(creation);
  const parsed = parseCreation(creation);
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, spaceId, 'space.create_item');
    return storeForm(trx, caller, space, parsed, newId());
  });
}

/** The same in a transaction, of a form whose id is known before. @throws ApiError 422 */
export async function insertForm(
  trx: Transaction,
  caller: SignedIn,
  { id: spaceId }: Authorized<SpaceView, 'space.create_item'>,
  creation: Creation,
  id: string,
): Promise<void> {
  await lockSpaceTreeExclusive(trx, spaceId);
  const space = await trx
    .selectFrom('space')
    .select(['id', 'hub_id', 'scope_id'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  await storeForm(trx, caller, space, parseCreation(creation), id);
}

/** What is stored of a new form. @throws ApiError 422 */
export function parseCreation({ fields, layout, translations, settings, ...about }: Creation) {
  const definition = parseDefinition(fields ?? []);
  return {
    ...about,
    definition,
    pages: layout === undefined ? NO_LAYOUT : readPages(layout, definition),
    texts: translations === undefined ? {} : parseTranslations(translations),
    chosen: mergeFormSettings({}, settings),
  };
}

async function storeForm(
  trx: Transaction,
  caller: SignedIn,
  space: Pick<SpaceView, 'id' | 'hub_id' | 'scope_id'>,
  { title, description, visibility, definition, pages, texts, chosen }: ReturnType<typeof parseCreation>,
  id: string,
): Promise<FormView> {
  await trx
    .insertInto('form')
    .values({
      id,
      hub_id: space.hub_id,
      space_id: space.id,
      scope_id: space.scope_id,
      slug: newSlug(),
      title,
      description: description ?? '',
      visibility,
      fields: JSON.stringify(definition),
      layout: JSON.stringify(pages),
      translations: JSON.stringify(texts),
      settings: JSON.stringify(chosen),
      notify_by: chosen.notify.length > 0 ? caller.user.id : null,
      created_by: caller.user.id,
      updated_by: caller.user.id,
    })
    .execute();
  if (visibility !== 'shared')
    await assignFormScope(trx, { id, hub_id: space.hub_id, space_id: space.id, visibility });
  return requireForm(trx, caller, id);
}

async function changeVisibility(
  trx: Transaction,
  caller: SignedIn,
  form: FormView,
  visibility: Visibility,
): Promise<void> {
  const resource = authorizeFormSharing(form);
  if (visibility === 'private') await makePrivate(trx, caller, resource, resource.role);
  await trx.updateTable('form').set({ visibility }).where('id', '=', form.id).execute();
  await assignFormScope(trx, { ...form, visibility });
  await recordVisibility(trx, caller, resource, visibility);
}

/**
 * The layout after a change of fields, layout or both; undefined where it stays. Fields that are changed
 * alone must still fit the pages that they are on: removed fields are removed from them, and a page may not
 * lose a field that its condition uses.
 */
async function changedLayout(
  trx: Transaction,
  formId: string,
  fields: FieldDefinition[] | undefined,
  layout: unknown,
): Promise<FormLayout | undefined> {
  if (fields === undefined && layout === undefined) return undefined;
  const draft = await draftDefinition(trx, formId);
  if (layout === undefined && draft.layout.pages.length === 0) return undefined;
  return readPages(layout ?? draft.layout, fields ?? draft.fields);
}

/** The columns that a change of settings writes: the settings, and who changed which of them. */
function changedColumns(form: FormView, settings: FormSettings, by: string) {
  const changes = JSON.stringify(settingChangesBetween(parseFormSettings(form), settings, by));
  return {
    settings: JSON.stringify(settings),
    setting_changes: sql<string>`setting_changes || ${changes}::jsonb`,
  };
}

/**
 * Changes what is given: visibility and settings immediately, title, description and fields in the draft.
 * @throws ApiError 409 with the current state for a stale revision; 403 for a visibility that the caller may
 * not
 *   choose, or notification addresses for submissions that the caller may not read; 409 where submissions
 *   would be
 *   deleted that the change does not name; 422 for what the field engine can't parse.
 */
export async function changeForm(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<FormView, 'form.change'>,
  change: Change,
  expected: number | null,
): Promise<FormView> {
  refuseUnknownParts(change);
  const fields = change.fields && parseDefinition(change.fields);
  const translations = change.translations === undefined ? undefined : parseTranslations(change.translations);
  return inTransaction(services, async (trx) => {
    // Before the space, in the same order as where a person is removed: no grant outlives the membership.
    if (change.visibility === 'private' && !(await lockMembersShared(trx, hub_id)))
      throw notFound('This form');
    if (change.visibility !== undefined) await lockSpaceTreeExclusive(trx, space_id);
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.change');
    await requireRevision(expected, form.revision, () => describeForm(trx, form));
    // Everybody on the list is mailed the submissions: only those who read them may change it.
    const isNotifyChanged =
      change.settings?.notify !== undefined && addsRecipients(form, change.settings.notify);
    if (isNotifyChanged) authorizeForm(form, 'form.read_submissions');
    await requireAcceptedDeletion(trx, form, change.settings, change.deletes_answers);
    const layout = await changedLayout(trx, id, fields, change.layout);
    const isDraftChanged = [fields, layout, translations, change.title, change.description].some(
      (part) => part !== undefined,
    );
    const settings = change.settings && mergeFormSettings(form.settings, change.settings);
    await trx
      .updateTable('form')
      .set({
        title: change.title ?? form.title,
        description: change.description ?? form.description,
        ...(fields ? { fields: JSON.stringify(fields) } : {}),
        ...(layout ? { layout: JSON.stringify(layout) } : {}),
        ...(translations ? { translations: JSON.stringify(translations) } : {}),
        ...(isNotifyChanged ? { notify_by: caller.user.id } : {}),
        ...(settings ? changedColumns(form, settings, caller.user.id) : {}),
        is_changed: form.is_changed || isDraftChanged,
        revision: form.revision + 1,
        updated_at: sql<Date>`now()`,
        updated_by: caller.user.id,
      })
      .where('id', '=', id)
      .execute();
    if (change.settings?.max_submissions === null) await invalidateSubmissionCount(trx, id);
    if (change.visibility !== undefined && change.visibility !== form.visibility) {
      await changeVisibility(trx, caller, form, change.visibility);
    }
    return requireForm(trx, caller, id);
  });
}

/**
 * Publishes the draft as a new, immutable version; where it equals the published version, nothing happens.
 * @throws ApiError 409 with the current state for a stale revision; 422 for a form without fields, and for
 * messages of
 *   its author that lack a placeholder of the original or have one too many.
 */
export async function publishForm(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<FormView, 'form.publish'>,
  expected: number | null,
): Promise<PublishResult> {
  return inTransaction(services, async (trx) => {
    await lockForm(trx, id);
    const form = authorizeForm(await formById(trx, caller, id), 'form.publish');
    await requireRevision(expected, form.revision, () => describeForm(trx, form));
    if (form.published_version !== null && !form.is_changed) {
      return { version: form.published_version, slug: form.slug };
    }
    const wrongMessages = customMessageProblems((await draftDefinition(trx, id)).translations);
    if (Object.keys(wrongMessages).length > 0) throw invalid(wrongMessages);
    const { rows } = await sql<{ version: number }>`
      insert into form_version
        (form_id, version, title, description, fields, layout, translations, language, published_by)
      select id, coalesce((select max(version) from form_version known where known.form_id = form.id), 0) + 1, title, description, fields, layout, translations,
        coalesce(settings ->> 'language', 'en'), ${caller.user.id} from form
      where id = ${id} and jsonb_array_length(fields) > 0
      returning version`.execute(trx);
    const version = rows[0]?.version;
    if (version === undefined) throw invalid({ fields: ['Add a field before you publish this form'] });
    await trx
      .updateTable('form')
      .set({
        published_version: version,
        is_changed: false,
        revision: form.revision + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.published',
      details: { version },
    });
    await queuePublishWebhooks(trx, services.jobs, form);
    return { version, slug: form.slug };
  });
}
