import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Exporter } from './export.repo.ts';
import { personOf, type SpacePerson } from './space-discussions.repo.ts';

/** Texts that are in memory at once. */
const VERSIONS = 8;

export type SpaceVersion = {
  number: number;
  name: string | null;
  author: SpacePerson | null;
  authors: SpacePerson[];
  created_at: Date;
  changed_at: Date;
  markdown: string;
};

/** The next versions of a document below a number, the newest first, for an exporter who may change it, as in the app. */
export async function versionsBelow(
  database: Database,
  exporter: Exporter,
  { itemId, below }: { itemId: string; below: number },
): Promise<SpaceVersion[]> {
  const { rows } = await sql<SpaceVersion>`
    select version.number, version.name,
      case when beginner.id is not null then ${personOf('beginner', exporter)}
        when cardinality(version.imported_authors) > 0 then json_build_object('name', version.imported_authors[1]) end as author,
      coalesce((select json_agg(one.person order by one.name, one.person ->> 'email') from (
        select trim(writer.first_name || ' ' || writer.last_name) as name, ${personOf('writer', exporter)} as person
        from document_version_author written join app_user writer on writer.id = written.user_id
        where written.item_id = version.item_id and written.number = version.number and written.has_written
        union all
        select name, json_build_object('name', name) from unnest(version.imported_authors) as name) as one), '[]') as authors,
      version.created_at, version.changed_at, version.markdown
    from document_version version
      join item on item.id = version.item_id and item.trashed_at is null
      join space on space.id = item.space_id and space.deleted_at is null
      left join app_user beginner on beginner.id = version.created_by
    where version.item_id = ${itemId} and version.number < ${below} and item.hub_id = ${exporter.hubId}
      and exists (select from scope_access list where list.scope_id = item.scope_id
        and list.principal = any(${exporter.principals}) and list.role >= ${sql.lit(ROLE_RANK.editor)})
    order by version.number desc limit ${sql.lit(VERSIONS)}`.execute(database);
  return rows;
}
