import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Exporter } from './export.repo.ts';

/** A form as it is exported. */
export type ExportedForm = {
  id: string;
  slug: string;
  title: string;
  description: string;
  visibility: Visibility;
  /** The draft's, where `sees_draft`. */
  fields: FieldDefinition[];
  layout: FormLayout;
  translations: FormTranslations;
  settings: Partial<FormSettings>;
  published_version: number | null;
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  sees_draft: boolean;
  /** False for access that the exporter only has as an admin of the hub (docs/decisions/0015). */
  reads_submissions: boolean;
  /** Whether it is published, or came with versions that were. */
  has_versions: boolean;
};

function rankOf({ everything, principals }: Exporter, without: string | null): RawBuilder<number | null> {
  if (everything) return sql<number>`${sql.lit(ROLE_RANK.owner)}`;
  const names = principals.filter((one) => one !== without);
  return sql<number | null>`(select max(list.role) from scope_access list
    where list.scope_id = form.scope_id and list.principal = any(${names}))`;
}

const EDITOR = sql.lit(ROLE_RANK.editor);

/** Forms and their spaces, none deleted, that the exporter may read, with the ranks `ranks.any` and `ranks.own`. */
const forms = (exporter: Exporter) => sql`from form
  join space on space.id = form.space_id and space.deleted_at is null
  cross join lateral (select ${rankOf(exporter, null)} as any, ${rankOf(exporter, 'admins')} as own) as ranks
  where form.hub_id = ${exporter.hubId} and form.trashed_at is null
    and (ranks.any >= ${EDITOR} or (ranks.any is not null and form.published_version is not null))`;

/** Whether the exporter can see the form's space. */
function getsSpace({ everything, principals }: Exporter): RawBuilder<boolean> {
  if (everything) return sql<boolean>`true`;
  return sql<boolean>`exists (select from scope_access list
    where list.scope_id = space.scope_id and list.principal = any(${principals}))`;
}

/** The ids of the forms of a space, or of spaces that the exporter can't see, in order of creation. */
export async function exportedFormsIn(
  database: Database,
  exporter: Exporter,
  place: { space: string } | 'elsewhere',
): Promise<string[]> {
  const here = place === 'elsewhere' ? sql`not ${getsSpace(exporter)}` : sql`form.space_id = ${place.space}`;
  const { rows } = await sql<{ id: string }>`
    select form.id ${forms(exporter)} and ${here} order by form.id`.execute(database);
  return rows.map((row) => row.id);
}

/** A form, if the exporter can see it at this moment. */
export async function exportedForm(
  database: Database,
  exporter: Exporter,
  id: string,
): Promise<ExportedForm | undefined> {
  const { rows } = await sql<ExportedForm>`
    select form.id, form.slug, form.title, form.description, form.visibility, form.fields, form.layout,
      form.translations, form.settings, form.published_version, form.revision, form.created_by, form.created_at,
      form.updated_at, ranks.any >= ${EDITOR} as sees_draft,
      coalesce(ranks.own >= ${EDITOR}, false)
        or (ranks.any >= ${EDITOR} and 'user:' || form.created_by = any(${exporter.principals})) as reads_submissions,
      exists (select from form_version version where version.form_id = form.id) as has_versions
    ${forms(exporter)} and form.id = ${id}`.execute(database);
  return rows[0];
}

/** The grants on a form by name; the caller must check that the exporter may see them. */
export async function exportedFormGrants(
  database: Database,
  formId: string,
): Promise<{ user_id: string; role: string }[]> {
  return database
    .selectFrom('form_grant')
    .select(['user_id', 'role'])
    .where('form_id', '=', formId)
    .orderBy('user_id')
    .execute();
}

export type ExportedVersion = {
  version: number;
  title: string;
  description: string;
  language: string;
  fields: FieldDefinition[];
  layout: FormLayout;
  translations: FormTranslations;
  published_by: string;
  created_at: Date;
};

/** A form's published versions, oldest first; only the current one where the exporter can't see the draft. */
export async function* exportedVersions(
  database: Database,
  { id, sees_draft, published_version }: ExportedForm,
): AsyncGenerator<ExportedVersion> {
  const numbers = await database
    .selectFrom('form_version')
    .select('version')
    .where('form_id', '=', id)
    .orderBy('version')
    .execute();
  for (const { version } of numbers) {
    if (!sees_draft && version !== published_version) continue;
    const row = await database
      .selectFrom('form_version')
      .select(['version', 'title', 'description', 'language', 'fields', 'layout', 'translations'])
      .select(['published_by', 'created_at'])
      .where('form_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (row) yield row;
  }
}
