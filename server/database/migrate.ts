import { Migrator, sql } from 'kysely';
import { ConfigurationError } from '../configuration-error.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the database to this version's schema, in one transaction; several processes may try at once, one does it.
 * @returns the names of the migrations that ran.
 * @throws ConfigurationError where a newer version was at work here (docs/upgrading.md).
 */
export async function migrate(database: Database): Promise<string[]> {
  await refuseNewer(database);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return results?.map((one) => one.migrationName) ?? [];
}

async function refuseNewer(database: Database): Promise<void> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(
    database,
  );
  if (tables.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new ConfigurationError(
    `A newer version of Hubkeep was started on this database (${unknown.join(', ')}). Start that version, or bring back the backup from before the upgrade.`,
  );
}
