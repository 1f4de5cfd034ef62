import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Client, createClient } from './client.ts';
import { createDatabase } from './databases.ts';
import { freePort } from './free-port.ts';
import { type KillableProcess, spawnKillable } from './killable.ts';

/** A process of an installation, with the roles that it was given. */
export type InstallationProcess = KillableProcess & { url: string; client: Client };

/** Processes that share a database and a store. */
export type Installation = {
  databaseUrl: string;
  /** Starts another process, without pages. @param roles as in `ROLE` */
  start(roles: string): Promise<InstallationProcess>;
  /** Kills all of them, and removes the database. */
  stop(): Promise<void>;
};

/**
 * A database, and a store for processes that a test starts and kills; stop it in the end.
 * @param env what all of them have besides, such as `STORAGE_URL` in place of a shared folder
 */
export async function createInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const [database, dataDir] = await Promise.all([
    createDatabase(inject('postgres')),
    mkdtemp(join(tmpdir(), 'hubkeep-test-installation-')),
  ]);
  const started: KillableProcess[] = [];
  return {
    databaseUrl: database.url,
    async start(roles) {
      const port = await freePort();
      const child = await spawnKillable({
        PORT: String(port),
        ROLE: roles,
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SECRET_KEY: 'the secret key of a test server',
        ...env,
      });
      started.push(child);
      const url = `http://127.0.0.1:${port}`;
      return { ...child, url, client: createClient(url) };
    },
    async stop() {
      await Promise.all(started.map((one) => one.kill()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
