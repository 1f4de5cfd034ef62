import { Migrator, sql } from 'kysely';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import { migrations } from '#server/platform/database/migrations/index.ts';
import type { Database } from './database.ts';

/** The first migration of the builds before the first release, whose schema no migration leads to today's. */
const EARLY_BUILD = '0001-initial';

/**
 * Brings the database to this version's schema, in one transaction; several processes may call it at the same
 * time, one migrates.
 * @returns the names of the migrations that ran.
 * @throws ConfigurationError where another version's schema is found (docs/upgrading.md).
 */
export async function migrate(database: Database): Promise<string[]> {
  const done = new Set(await migrationsDone(database));
  if (Object.keys(migrations).every((name) => done.has(name))) return [];
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return results?.map((one) => one.migrationName) ?? [];
}

/**
 * The migrations that the database has had, by one query: a start on a database that needs none asks nothing more.
 * @throws ConfigurationError where the database was migrated by an early build or by a newer version.
 */
export async function migrationsDone(database: Database): Promise<string[]> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(
    database,
  );
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  const names = rows.map(({ name }) => name);
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return names;
  if (unknown.includes(EARLY_BUILD)) {
    throw new ConfigurationError(
      'This database was made by a build of Hubkeep from before its first release, and this version cannot read it. Nothing was changed. To keep what is in it, start that build again and export it; then start this version on an empty DATA_DIR, or an empty database where DATABASE_URL is set.',
    );
  }
  throw new ConfigurationError(
    `A newer version of Hubkeep was started on this database (${unknown.join(', ')}). Start that version, or bring back the backup from before the upgrade.`,
  );
}
