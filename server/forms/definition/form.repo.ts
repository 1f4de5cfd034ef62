import { sql } from 'kysely';
import { ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import type { FormListQuery } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import { effectiveVisibility } from '#server/access/policy/effective-visibility.ts';
import {
  readableBy,
  roleByLink,
  roleOnScope,
  roleWithoutAdmin,
} from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';

/** A form with one caller's role; without its fields, which may be large. */
export type FormView = {
  id: string;
  hub_id: string;
  space_id: string;
  space_slug: string;
  space_archived_at: Date | null;
  hub_country: string | null;
  /** Whether search engines may index what is public in its hub. */
  hub_allows_indexing: boolean;
  scope_id: string;
  slug: string;
  /** The draft's. */
  title: string;
  description: string;
  /** The published version's. */
  published_title: string | null;
  published_description: string | null;
  visibility: Visibility;
  /** Of the published version; a draft is visible to its editors only. */
  effective_visibility: Visibility;
  settings: Partial<FormSettings>;
  is_changed: boolean;
  published_version: number | null;
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  trashed_at: Date | null;
  rank: number | null;
  link_rank?: number | null;
  own_rank: number | null;
  created_by_caller: boolean;
  /** Whether the caller may see its space. */
  sees_space: boolean;
  /** Whether a webhook receives its submissions. */
  has_webhooks: boolean;
  /** Whether its submissions are written into a table besides. */
  has_destination: boolean;
};

/** Of `form`, its `space`, its published `version`, and the membership `me`. */
const COLUMNS = sql`form.id, form.hub_id, form.space_id, space.slug as space_slug,
  space.archived_at as space_archived_at, (select coalesce(hub.country, substring(hub.locale from '-([A-Z]{2})(?:-|$)'))
    from hub where hub.id = form.hub_id) as hub_country,
  (select hub.allow_indexing from hub where hub.id = form.hub_id) as hub_allows_indexing,
  form.scope_id, form.slug, form.title, form.description,
  version.title as published_title, version.description as published_description, form.visibility,
  case when form.published_version is null then 'private' else ${effectiveVisibility('form.scope_id')} end
    as effective_visibility, form.settings,
  form.is_changed, form.published_version, form.revision, form.created_by, form.created_at, form.updated_at,
  form.trashed_at, ${roleOnScope('form.scope_id', 'me')} as rank,
  ${roleWithoutAdmin('form.scope_id', 'me')} as own_rank,
  coalesce(form.created_by = me.user_id, false) as created_by_caller,
  form.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} is not null as sees_space,
  exists (select from webhook hook where hook.hub_id = form.hub_id and hook.is_active
    and (hook.form_id = form.id or hook.form_id is null)) as has_webhooks,
  exists (select from form_destination where form_destination.form_id = form.id) as has_destination`;

const PUBLISHED = sql`left join form_version version
  on version.form_id = form.id and version.version = form.published_version`;

type FormQuestion = { by: 'id' | 'slug'; value: string; userId: string | null; links: string };

const formOf = createBatchLoader<FormQuestion, FormView & { n: number }>(
  async (database, questions) => {
    const ids = questions.map(({ by, value }) => (by === 'id' ? value : null));
    const slugs = questions.map(({ by, value }) => (by === 'slug' ? value : null));
    const users = questions.map(({ userId }) => userId);
    const links = questions.map((question) => question.links);
    const { rows } = await sql<FormView & { n: number }>`
      select requested.n, ${COLUMNS}, ${roleByLink('form.scope_id', 'requested', 'me')} as link_rank
      from (
          select * from unnest(${ids}::uuid[], ${slugs}::text[], ${users}::uuid[], ${links}::text[]) with ordinality
          limit ${limitOfKeys(questions)}
        ) as requested (id, slug, user_id, links, n)
        cross join lateral (
          select * from form where form.id = requested.id and form.purged_at is null
          union all
          select * from form where form.slug = requested.slug and form.purged_at is null
        ) as form
        join space on space.id = form.space_id and space.deleted_at is null
        join hub on hub.id = form.hub_id and hub.deleted_at is null
        ${PUBLISHED}
        left join membership me on me.hub_id = form.hub_id and me.user_id = requested.user_id`.execute(
      database,
    );
    return inRequestOrder(rows, questions);
  },
  // Many visitors who fill a form at the same time load it with the same rights.
  ({ by, value, userId, links }) => JSON.stringify([by, value, userId, links]),
);

/** Who loads a form: an account, the holder of links, or neither. */
type FormReader = Pick<Caller, 'user'> & Partial<Pick<Caller, 'links'>>;

const formReaderOf = ({ user, links }: FormReader) => ({
  userId: user?.id ?? null,
  links: links?.join() ?? '',
});

/**
 * A form of a space and hub that are not deleted by its id, with the caller's ranks; even if they are null.
 */
export async function formById(
  database: Database | Transaction,
  caller: FormReader,
  id: string,
): Promise<FormView | undefined> {
  return isId(id) ? formOf(database, { by: 'id', value: id, ...formReaderOf(caller) }) : undefined;
}

/** The same by its public address. */
export function formBySlug(
  database: Database | Transaction,
  caller: FormReader,
  slug: string,
): Promise<FormView | undefined> {
  return formOf(database, { by: 'slug', value: slug, ...formReaderOf(caller) });
}

/** Locks a form for a change, until the transaction ends. */
export async function lockForm(trx: Transaction, id: string): Promise<void> {
  await sql`select from form where id = ${id} for update`.execute(trx);
}

const SHOWN_TITLE = 'case when readable.role >= 3 then form.title else version.title end';

const ORDER: Record<NonNullable<FormListQuery['sort']>, string> = {
  title: `lower(${SHOWN_TITLE}), form.id`,
  '-title': `lower(${SHOWN_TITLE}) desc, form.id desc`,
  created_at: 'form.id',
  '-created_at': 'form.id desc',
  updated_at: 'form.updated_at, form.id',
  '-updated_at': 'form.updated_at desc, form.id desc',
};

/**
 * The forms of a space that the caller may see: of drafts that were never published, and of trashed forms,
 * those that they may change.
 */
export async function formsOfSpace(
  database: Database,
  caller: HubCaller,
  space: SpaceView,
  { page, page_size, q, sort, trashed }: FormListQuery,
): Promise<FormView[]> {
  const { rows } = await sql<FormView>`
    select ${COLUMNS}
    from form
      cross join ${readableBy('form.scope_id', caller.principals)} readable
      join space on space.id = form.space_id and space.deleted_at is null
      ${PUBLISHED}
      left join membership me on me.hub_id = form.hub_id and me.user_id = ${caller.user?.id ?? null}
    where form.space_id = ${space.id} and (form.trashed_at is not null) = ${trashed} and form.purged_at is null
      and (readable.role >= ${ROLE_RANK.editor} or form.published_version is not null and form.trashed_at is null)
      and (${q ?? null}::text is null or strpos(lower(${sql.raw(SHOWN_TITLE)}), lower(${q ?? null})) > 0)
    order by ${sql.raw(ORDER[sort ?? '-updated_at'])}
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}

/** Those of the forms that the caller may see in a hub, in no order; drafts for their editors alone. */
export async function formsByIds(
  database: Database,
  caller: HubCaller,
  ids: readonly string[],
): Promise<FormView[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FormView>`
    select ${COLUMNS}
    from form
      cross join ${readableBy('form.scope_id', caller.principals)} readable
      join space on space.id = form.space_id and space.deleted_at is null
      ${PUBLISHED}
      left join membership me on me.hub_id = form.hub_id and me.user_id = ${caller.user?.id ?? null}
    where form.hub_id = ${caller.hub.id} and form.id = any(${ids}::uuid[]) and form.trashed_at is null
      and (readable.role >= ${ROLE_RANK.editor} or form.published_version is not null)`.execute(database);
  return rows;
}

/** More submissions than this are not counted exactly. */
export const SUBMISSION_COUNT_MAX = 10_000;

/** How many submissions each form has; a number stops at `SUBMISSION_COUNT_MAX`. */
export async function countSubmissions(
  database: Database | Transaction,
  formIds: readonly string[],
): Promise<Map<string, number>> {
  if (formIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select requested.id, (select count(*) from (
        select from submission where form_id = requested.id limit ${SUBMISSION_COUNT_MAX}) as counted) as count
    from unnest(${formIds}::uuid[]) as requested (id)`.execute(database);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Who last changed a form, by name; null where they have none: not every editor may know an address. */
export async function lastFormEditor(
  database: Database | Transaction,
  formId: string,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select person.id, trim(person.first_name || ' ' || person.last_name) as name
    from form join app_user person on person.id = form.updated_by where form.id = ${formId}`.execute(
    database,
  );
  const [editor] = rows;
  return editor?.name ? editor : null;
}

/** Fields, layout and translations. */
export type StoredDefinition = {
  fields: FieldDefinition[];
  layout: FormLayout;
  translations: FormTranslations;
};

/** The draft's definition. */
export async function draftDefinition(
  database: Database | Transaction,
  formId: string,
): Promise<StoredDefinition> {
  return database
    .selectFrom('form')
    .select(['fields', 'layout', 'translations'])
    .where('id', '=', formId)
    .executeTakeFirstOrThrow();
}

export type VersionRow = StoredDefinition & {
  version: number;
  title: string;
  description: string;
  language: string;
  published_by: string;
  publisher_name: string;
  created_at: Date;
};

const VERSION_COLUMNS = `version.version, version.title, version.published_by,
  trim(publisher.first_name || ' ' || publisher.last_name) as publisher_name, version.created_at`;

export type VersionEntryRow = Omit<VersionRow, keyof StoredDefinition | 'description' | 'language'>;

/** A form's versions, the newest first; without their fields. */
export async function versionsOf(
  database: Database,
  formId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionEntryRow[]> {
  const { rows } = await sql<VersionEntryRow>`
    select ${sql.raw(VERSION_COLUMNS)} from form_version version join app_user publisher on publisher.id = version.published_by
    where version.form_id = ${formId} order by version.version desc limit ${limit} offset ${offset}`.execute(
    database,
  );
  return rows;
}

/** One version whole, as it was published. */
export async function versionOf(
  database: Database | Transaction,
  formId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${sql.raw(VERSION_COLUMNS)}, version.description, version.language, version.fields,
      version.layout, version.translations
    from form_version version join app_user publisher on publisher.id = version.published_by
    where version.form_id = ${formId} and version.version = ${version}`.execute(database);
  return rows[0];
}
