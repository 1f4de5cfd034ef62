import { expect, test } from 'vitest';
import { ConfigurationError } from '#server/configuration-error.ts';
import { openDatabase, openPool } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startServerForTest } from '#tests/harness/server.ts';

test('a database that a newer version was at work on is refused, and left as it is', async () => {
  const { databaseUrl } = await startServerForTest();
  const pool = openPool(databaseUrl, 1);
  const database = openDatabase(pool);
  try {
    expect(await migrate(database)).toEqual([]);
    await pool.query("insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)");
    const refused = await migrate(database).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect(String(refused)).toContain('9999-later');
    const { rows } = await pool.query('select max(name) as last from kysely_migration');
    expect(rows).toEqual([{ last: '9999-later' }]);
  } finally {
    await database.destroy();
  }
});
