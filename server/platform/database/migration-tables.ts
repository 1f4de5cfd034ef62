import { type DatabaseIntrospector, type Kysely, sql, type TableMetadata } from 'kysely';

/** The tables in which Kysely's migrator records what it did. */
const TABLES = ['kysely_migration', 'kysely_migration_lock'];

/**
 * What Kysely's migrator asks about a database: whether its own tables exist. Its own introspector answers by reading
 * every column of every table, those of users included: 12 s a time where there are 8,000 of them.
 */
export function introspectMigrationTables(database: Kysely<unknown>): DatabaseIntrospector {
  const getTables = async (): Promise<TableMetadata[]> => {
    const { rows } = await sql<{ name: string; schema: string }>`
      select relname as name, relnamespace::regnamespace::text as schema
      from pg_class where oid in (select to_regclass(name)::oid from unnest(${TABLES}::text[]) as name)`.execute(
      database,
    );
    return rows.map((one) => ({ ...one, isView: false, columns: [] }));
  };
  return {
    getTables,
    getMetadata: async () => ({ tables: await getTables() }),
    async getSchemas() {
      const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace`.execute(
        database,
      );
      return rows;
    },
  };
}
