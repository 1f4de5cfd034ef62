import { Migrator } from 'kysely';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the database to this version's schema; several processes may try at once, one does it.
 * @returns the names of the migrations that ran.
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return results?.map((one) => one.migrationName) ?? [];
}
