import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Storage } from './storage/storage.ts';

/** What every capability stands on; made once by `server/main.ts` (or a test) and handed down. */
export type Services = {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  storage: Storage;
  jobs: Jobs;
  /** Signs session tokens (HS256). */
  signingKey: Uint8Array;
};
