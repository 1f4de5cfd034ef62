import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type RequestConnections, start } from '#server/main.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Outbound } from '#server/platform/http/outbound.ts';
import type { BodyRateLimit } from '#server/platform/http/slow-bodies.ts';
import type { openDiskStorage } from '#server/platform/storage/disk.ts';
import { type Client, createClient } from './client.ts';
import { createDatabase } from './databases.ts';
import { freePort } from './free-port.ts';
import { insertAccountsInto } from './inserted-accounts.ts';

/** A real server over real HTTP, with its own database and files. */
export type TestServer = {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  /** Of its database, to check what was stored or to prepare what no request can. */
  databaseUrl: string;
  dataDir: string;
  /** A visitor; `as(token)` makes it a user. */
  client: Client;
  stop(): Promise<void>;
};

export type ServerOptions = {
  /**
   * Environment variables besides the harness's own, such as `RATE_LIMIT_FACTOR` (by default 0: nothing is
   * limited).
   */
  env?: Record<string, string>;
  /** Serve the pages too; they must have been built. */
  pages?: boolean;
  /** Replaces the real outbound connections, which refuse addresses of this machine. */
  outbound?: Outbound;
  /** The minimum rate of request bodies, so that a test need not wait for the default one. */
  bodyPace?: BodyRateLimit;
  /**
   * The number and the timeouts of the connections for requests, so that a test need not wait for the default
   * ones.
   */
  connections?: Partial<RequestConnections>;
  /** Replaces the disk as storage of files. */
  openStorage?: typeof openDiskStorage;
  /** `default`: its database plans statements as that of `npm start` does, for tests of plans and of many rows. */
  plans?: 'default' | 'one';
};

/**
 * Starts a server in this process. Call it in `beforeAll` and stop it in `afterAll`;
 * for one test, `startServerForTest` stops it by itself.
 */
export async function startServer({
  env = {},
  pages = false,
  outbound,
  bodyPace,
  connections,
  openStorage,
  plans = 'one',
}: ServerOptions = {}): Promise<TestServer> {
  const [database, dataDir, port] = await Promise.all([
    createDatabase(inject('postgres'), plans),
    mkdtemp(join(tmpdir(), 'hubkeep-test-data-')),
    freePort(),
  ]);
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'the secret key of a test server',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'error',
    CHECK_RESPONSES: '1',
    ...env,
  });
  let hubkeep: Awaited<ReturnType<typeof start>> | undefined = await start(config, {
    pages,
    ...(outbound ? { outbound } : {}),
    ...(bodyPace ? { bodyPace } : {}),
    ...(connections ? { connections } : {}),
    ...(openStorage ? { openStorage } : {}),
  });
  const url = `http://127.0.0.1:${port}`;
  // Where mail is sent, a new account gets some: those are registered by requests.
  let stopInserting = config.smtp ? undefined : await insertAccountsInto(url, database.url, config);
  return {
    url,
    databaseUrl: database.url,
    dataDir,
    client: createClient(url),
    async stop() {
      await stopInserting?.();
      stopInserting = undefined;
      await hubkeep?.stop();
      // What a file's module refers to lives as long as the process, which runs many files.
      hubkeep = undefined;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server for this test alone. */
export async function startServerForTest(options?: ServerOptions): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.stop());
  return server;
}
