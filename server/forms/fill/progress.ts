import { sql } from 'kysely';
import type { z } from 'zod';
import type { DropOff, dropOffQuery, ProgressRequest } from '#lib/contract/submissions.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { dateTimeZone } from '#server/forms/definition/form-locale.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { dayInZone } from '#server/forms/filters/day-bounds.ts';
import type { ReadableForm } from '#server/forms/filters/submission-filter.ts';
import type { Database } from '#server/platform/database/database.ts';
import { DELETE_BATCH_SIZE } from '#server/platform/database/delete-in-batches.ts';
import { invalid } from '#server/platform/http/api-error.ts';

/**
 * Records how far a visit came; going back to a page is not counted.
 * @throws ApiError 422 for a version or a page that does not exist.
 */
export async function recordProgress(
  database: Database,
  form: Authorized<FormView, 'form.view'>,
  { visit, version, page }: ProgressRequest,
): Promise<void> {
  const isKnown = form.published_version !== null && version <= form.published_version;
  const definition = isKnown && (await publishedVersion(database, form.id, version));
  if (!definition) throw invalid({ version: ['This version does not exist. Load the form again'] });
  if (page > definition.layout.pages.length) throw invalid({ page: ['This page does not exist'] });
  const zone = await dateTimeZone(database, form.id);
  await sql`
    insert into form_visit (form_id, visit, version, page, day)
    values (${form.id}, ${visit}, ${version}, ${page}, (now() at time zone ${zone})::date)
    on conflict (form_id, visit) do update set page = excluded.page
      where form_visit.page < excluded.page and form_visit.version = excluded.version`.execute(database);
}

/** Reduces the visits of past days to their counts. */
export async function deleteExpiredVisits(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ ended: number }>`
      with ended as (
        delete from form_visit where ctid = any(array(
          select ctid from form_visit where day < (now() at time zone 'UTC')::date - 1
          limit ${DELETE_BATCH_SIZE} for update skip locked))
        returning form_id, version, day, page
      ), counted as (
        insert into form_visit_count as known (form_id, version, day, page, visits)
        select form_id, version, day, page, count(*) from ended group by form_id, version, day, page
        on conflict (form_id, version, day, page) do update set visits = known.visits + excluded.visits
      )
      select count(*)::int as ended from ended`.execute(database);
    if ((rows[0]?.ended ?? 0) < DELETE_BATCH_SIZE) return;
  }
}

type Reached = { version: number; page: number; visits: number };

async function reachedPages(
  database: Database,
  formId: string,
  { version, from, to }: z.output<typeof dropOffQuery>,
): Promise<Reached[]> {
  const zone = await dateTimeZone(database, formId);
  const first = dayInZone(from ?? '0001-01-01', zone);
  const last = dayInZone(to ?? '9999-12-31', zone);
  const { rows } = await sql<Reached>`
    select version, page, sum(visits)::float8 as visits from (
      select version, page, day, 1 as visits from form_visit where form_id = ${formId}
      union all select version, page, day, visits from form_visit_count where form_id = ${formId}
    ) as visited
    where day >= ${first} and day <= ${last} and (${version ?? null}::int is null or version = ${version ?? null})
    group by version, page`.execute(database);
  return rows;
}

/** For each version, how many visits came to each of its pages or beyond, and how many were submitted. */
export async function dropOffByPage(
  database: Database,
  form: ReadableForm,
  query: z.output<typeof dropOffQuery>,
): Promise<DropOff> {
  const reached = Map.groupBy(await reachedPages(database, form.id, query), ({ version }) => version);
  const versions: DropOff['versions'] = [];
  for (const [version, visits] of [...reached].sort(([a], [b]) => b - a)) {
    const definition = await publishedVersion(database, form.id, version);
    if (!definition) continue;
    const upTo = (page: number) => visits.reduce((sum, one) => sum + (one.page >= page ? one.visits : 0), 0);
    versions.push({
      version,
      pages: definition.layout.pages.map(({ id, title = '' }, at) => ({ id, title, visits: upTo(at) })),
      sent: upTo(definition.layout.pages.length),
    });
  }
  return { versions };
}
