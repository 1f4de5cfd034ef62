import { sql } from 'kysely';
import { z } from 'zod';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { ListedForm } from '#lib/contract/public-form.ts';
import { listedForm, listedFormsQuery } from '#lib/contract/public-form.ts';
import { readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { currentFormState } from '#server/forms/definition/form-state.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Forms that a page lists at most. */
const MOST = 100;

type Row = {
  slug: string;
  title: string;
  description: string;
  space_slug: string;
  settings: Partial<FormSettings>;
  space_archived_at: Date | null;
};

/**
 * The public forms whose editors allow listing, of spaces that the caller may see: a public form in a space
 * that is not public is known by its address only.
 */
async function listedForms(
  database: Database,
  caller: HubCaller,
  space: string | undefined,
): Promise<ListedForm[]> {
  const { rows } = await sql<Row>`
    select form.slug, version.title, version.description, space.slug as space_slug, form.settings,
      space.archived_at as space_archived_at
    from form
      join space on space.id = form.space_id and space.deleted_at is null
      cross join ${readableBy('space.scope_id', caller.principals)} readable
      join form_version version on version.form_id = form.id and version.version = form.published_version
    where form.hub_id = ${caller.hub.id} and form.visibility = 'public' and form.trashed_at is null
      and coalesce((form.settings ->> 'listed')::boolean, true)
      and (${space ?? null}::text is null or lower(space.slug) = lower(${space ?? null}))
    order by lower(version.title), form.id limit ${MOST}`.execute(database);
  return rows.map(({ settings, space_archived_at, ...form }) => ({
    ...form,
    state: currentFormState({ settings, space_archived_at }),
  }));
}

export const listedFormRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/',
    acceptsLinkCookie: true,
    summary: 'The public forms of a hub, or of one of its spaces, that may be listed',
    auth: 'hub',
    query: listedFormsQuery,
    handle: async ({ services, caller, query }) => {
      const forms = await listedForms(services.database, caller, query.space);
      return listEnvelope(forms, { page: 1, page_size: MOST, count: forms.length });
    },
    response: z.array(listedForm),
  }),
];
