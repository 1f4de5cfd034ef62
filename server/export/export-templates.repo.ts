import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { inBatches } from './export-batches.ts';

/** Templates in one read: each may be half a megabyte. */
const BATCH = 10;

export type ExportedTemplate = {
  id: string;
  title: string;
  description: string;
  content: string;
  created_by: string;
};

/** The hub's own templates for documents. */
export function templatesOfHub(database: Database, hubId: string): AsyncGenerator<ExportedTemplate> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedTemplate>`select id, title, description, content, created_by
      from document_template where hub_id = ${hubId} and id > ${after} order by id limit ${BATCH}`.execute(
      database,
    );
    return rows;
  });
}
