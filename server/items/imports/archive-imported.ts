import { type RawBuilder, sql } from 'kysely';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { requireActiveImport } from './document-import.repo.ts';
import type { ImportRun } from './import-target.ts';
import { dateOf } from './plan-files.ts';
import { TABLE_LEFT, UNCHANGED } from './report-reason.ts';

/** Items that are archived by one transaction. */
const BATCH = 500;

type Archived = { position: number; at: Date };

/**
 * Archives what an import made of items that were archived in its source, once all of it is written: nothing can be put
 * into an archived folder. What was here before stays as it is.
 */
export async function archiveImported(run: ImportRun): Promise<void> {
  const { services, reading, rows, source, signal } = run;
  // What lies in a folder comes behind it, and is archived before it: taken back, each has its own time.
  const archived = rows.toReversed().flatMap(({ path, position }): Archived[] => {
    const at = dateOf(source.known.get(path)?.archived_at);
    return at ? [{ position, at }] : [];
  });
  for (let from = 0; from < archived.length; from += BATCH) {
    signal.throwIfAborted();
    const part = archived.slice(from, from + BATCH);
    await transact(services.database, async (trx) => {
      await requireActiveImport(trx, reading.job_id);
      await lockSpaceTreeExclusive(trx, reading.space_id);
      await sql`with recursive ${ownOf(run, part)}, below as (
          select id, at, 0 as depth from own
          union all
          select item.id, below.at, below.depth + 1 from below join item on item.parent_id = below.id
          where item.archived_at is null
        )
        update item set archived_at = first.at, revision = item.revision + 1
        from (select distinct on (id) id, at from below order by id, depth) as first
        where item.id = first.id and item.archived_at is null`.execute(trx);
    });
  }
}

/** The items that this import made of these files. */
const ownOf = (
  { reading, importer }: ImportRun,
  part: readonly Archived[],
): RawBuilder<unknown> => sql`own as (
  select item.id, row.at
  from unnest(${part.map(({ position }) => position)}::int[], ${part.map(({ at }) => at)}::timestamptz[])
      as row (position, at)
    join document_import_file file on file.job_id = ${reading.job_id} and file.position = row.position
      and file.status = 'imported' and coalesce(file.reason, '') not in (${UNCHANGED}, ${TABLE_LEFT})
    join item on item.id = file.item_id and item.space_id = ${reading.space_id} and item.trashed_at is null
      and item.created_by = ${importer.user.id}
)`;
