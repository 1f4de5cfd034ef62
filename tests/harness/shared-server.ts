import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type ServerOptions, startServer, type TestServer } from './server.ts';

/** A server that runs as long as a file's tests do, and a connection to its database. */
export type SharedServer = Pick<TestServer, 'url' | 'databaseUrl' | 'dataDir' | 'client'> & {
  /**
   * Queries its database; always over the same connection, so that a test can begin and end a transaction.
   * @returns the rows
   */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
};

/** Runs the file's tests on their own server. Call it once, outside of any test. */
export function sharedServer(options?: ServerOptions): SharedServer {
  let server: TestServer | undefined;
  let database: pg.Client | undefined;
  beforeAll(async () => {
    server = await startServer(options);
    database = new pg.Client(server.databaseUrl);
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await server?.stop();
    server = undefined;
    database = undefined;
  });
  const running = (): TestServer => {
    if (!server) throw new Error('The server runs while tests do');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get databaseUrl() {
      return running().databaseUrl;
    },
    get dataDir() {
      return running().dataDir;
    },
    get client() {
      return running().client;
    },
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      if (!database) throw new Error('The database can be asked while tests run');
      const { rows } = await database.query<Row>(text, values);
      return rows;
    },
  };
}
