import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

type FormPictureRow = { id: string; file_sha256: string; size: number };

/** Pictures that no draft and no version uses wait this long, in days: undo may bring them back. */
const UNUSED_DAYS = 30;

/** Whether a layout uses a picture; of `picture`, and a `layout` column. */
const standsOn = (layout: 'form.layout' | 'version.layout') =>
  sql`jsonb_path_exists(${sql.raw(layout)}, '$.pages[*].blocks[*] ? (@.picture == $id)',
    jsonb_build_object('id', picture.id::text))`;

/** Whether the form's theme, which takes effect immediately, has a picture; of `picture` and `form`. */
const IN_THEME = sql`picture.id::text in (form.settings -> 'theme' ->> 'cover', form.settings -> 'theme' ->> 'logo')`;

/**
 * A picture of a form; for callers who do not see its draft, only where a published version or the theme uses
 * it.
 */
export async function formPictureRow(
  database: Database,
  formId: string,
  id: string,
  { isEditor }: { isEditor: boolean },
): Promise<FormPictureRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<FormPictureRow>`
    select picture.id, picture.file_sha256, picture.size from form_picture picture
    where picture.id = ${id} and picture.form_id = ${formId}
      and (${isEditor}
        or exists (select from form where form.id = picture.form_id and ${IN_THEME})
        or exists (
          select from form_version version
          where version.form_id = picture.form_id and ${standsOn('version.layout')}))`.execute(database);
  return rows[0];
}

/** Whether a form uses a picture: in its draft, its theme or one of its versions; of `picture`. */
const isUsedBy = (formId: string) => sql`(
  exists (select from form where form.id = ${formId} and (${IN_THEME} or ${standsOn('form.layout')}))
  or exists (select from form_version version where version.form_id = ${formId} and ${standsOn('version.layout')}))`;

/** The pictures that a form uses. */
export async function usedPictures(database: Database, formId: string): Promise<FormPictureRow[]> {
  const { rows } = await sql<FormPictureRow>`
    select picture.id, picture.file_sha256, picture.size from form_picture picture
    where picture.form_id = ${formId} and ${isUsedBy(formId)} order by picture.id`.execute(database);
  return rows;
}

/** Which of these ids a form uses as those of pictures that are not here. */
export async function missingPictures(
  trx: Transaction,
  formId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select picture.id from unnest(${ids}::uuid[]) with ordinality as picture (id, position)
    where not exists (select from form_picture stored where stored.id = picture.id) and ${isUsedBy(formId)}
    order by picture.position`.execute(trx);
  return rows.map(({ id }) => id);
}

/** How many pictures a form has, used or not. */
export async function countPictures(trx: Transaction, formId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from form_picture where form_id = ${formId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes pictures that were never used, or are not used any more; their bytes are deleted by the next purge.
 */
export async function deleteUnusedPictures(database: Database): Promise<void> {
  await sql`delete from form_picture picture
    where picture.created_at < now() - make_interval(days => ${UNUSED_DAYS})
      and not exists (select from form where form.id = picture.form_id
        and (form.updated_at > now() - make_interval(days => ${UNUSED_DAYS}) or ${IN_THEME} or ${standsOn('form.layout')}))
      and not exists (
        select from form_version version where version.form_id = picture.form_id and ${standsOn('version.layout')})`.execute(
    database,
  );
}
