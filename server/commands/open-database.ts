import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import {
  type Connection,
  type Database,
  openDatabase,
  openPool,
} from '#server/platform/database/database.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate, migrationsDone } from '#server/platform/database/migrate.ts';

/**
 * Runs `work` with the database of this configuration: that of DATABASE_URL, that of the instance that runs
 * on DATA_DIR, or else the embedded one, which then runs only as long as the command.
 * @throws ConfigurationError when there is no database, it belongs to another version, or the embedded one
 * can't start.
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new ConfigurationError(
      `No Hubkeep was ever started on ${config.dataDir}. Set DATA_DIR to its folder.`,
    );
  }
  const running: Connection | null = config.databaseUrl ?? findEmbeddedPostgres(config.dataDir);
  const own = running ? null : await startEmbeddedPostgres(config.dataDir);
  const connection = running ?? own?.connection;
  if (!connection) throw new TypeError('a database is either found or started');
  const database = openDatabase(openPool(connection, 1));
  try {
    // A running instance has migrated its database already; a command only migrates the one that it started.
    await (own ? migrate(database) : migrationsDone(database));
    return await work(database);
  } finally {
    await database.destroy();
    await own?.stop();
  }
}
