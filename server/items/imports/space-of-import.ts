import type { Database } from '#server/platform/database/database.ts';

/** The space of an import, by its job; undefined where the job is no import of documents. */
export async function spaceOfImport(
  database: Database,
  jobId: string,
): Promise<{ id: string; hub_id: string; slug: string } | undefined> {
  return database
    .selectFrom('document_import')
    .innerJoin('space', 'space.id', 'document_import.space_id')
    .select(['space.id', 'space.hub_id', 'space.slug'])
    .where('document_import.job_id', '=', jobId)
    .where('space.deleted_at', 'is', null)
    .executeTakeFirst();
}
