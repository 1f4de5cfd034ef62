import pg from 'pg';
import { type BenchAccount, benchAccount } from './account.ts';
import { databaseOf, removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';

/** A server of its own, an account there, and its database: as one connection, and how to make others. */
export type Measured = {
  serving: Serving;
  account: BenchAccount;
  client: pg.Client;
  options: pg.ClientConfig;
};

/** Runs a measurement on a server with an empty database, which is removed after it, whatever became of it. */
export async function withServer<T>(
  measure: (measured: Measured) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const dataDir = temporaryFolder();
  const options = databaseOf(dataDir);
  const client = new pg.Client(options);
  let serving: Serving | null = null;
  try {
    serving = await startServing(dataDir, env);
    await client.connect();
    return await measure({ serving, account: await benchAccount(serving.url), client, options });
  } finally {
    await client.end();
    await serving?.stop();
    removeFolder(dataDir);
  }
}
