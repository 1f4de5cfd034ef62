import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Extraction } from '#server/platform/extraction/extract.ts';
import type { Outbound } from '#server/platform/http/outbound.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { IncomingBodies } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { ChangeEvents } from '#server/platform/realtime/change-events.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/** What every feature uses; created once by `server/main.ts` (or a test) and passed down. */
export type Services = {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  storage: Storage;
  jobs: Jobs;
  /** Null where SMTP_URL is not set: users pass links on themselves then. */
  mail: Mail | null;
  /** The only client for HTTP requests to other servers. */
  outbound: Outbound;
  /** Change events, for open screens. */
  changeEvents: ChangeEvents;
  /** Reads untrusted files in separate processes; starts none before the first file. */
  extraction: Extraction;
  /** Limits what is being received, by sender and in total. */
  incoming: IncomingBodies;
  /** Signs session tokens (HS256). */
  signingKey: Uint8Array;
};
