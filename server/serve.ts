import type { FastifyInstance } from 'fastify';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import type { Config } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import { loadSigningKey } from '#server/platform/crypto/signing-key.ts';
import {
  type Connection,
  JOB_TIMEOUTS,
  openDatabase,
  openPool,
  REQUEST_TIMEOUTS,
  type Timeouts,
} from '#server/platform/database/database.ts';
import type { ServerEvent } from '#server/platform/database/embedded.ts';
import { FairScheduler } from '#server/platform/database/fair-scheduler.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { createOutbound, type Outbound } from '#server/platform/http/outbound.ts';
import { BODY_RATE_LIMIT, type BodyRateLimit } from '#server/platform/http/slow-bodies.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { settleWithin } from '#server/platform/jobs/settle-within.ts';
import { createMail } from '#server/platform/mail/mail.ts';
import { createChangeEvents } from '#server/platform/realtime/change-events.ts';
import type { openDiskStorage } from '#server/platform/storage/disk.ts';
import { openConfiguredStorage } from '#server/platform/storage/open-storage.ts';
import { applyRowCountChanges } from '#server/tables/rows/row-count.ts';
import { createHttpServer } from './http-server.ts';
import type { Web } from './web-role.ts';
import type { Worker } from './worker-role.ts';

/** A running instance of Hubkeep. */
export type Hubkeep = {
  address: string;
  stop(): Promise<void>;
  /** Resolves, with the reason, when it can't continue; it must be stopped then. */
  lost: Promise<Error>;
};

/** A database server, as this process uses it. */
export type DatabaseServer = {
  connection: Connection;
  /** @param ms how long it may take to stop in order */
  stop(ms?: number): Promise<void>;
  watch(listener: (event: ServerEvent) => void): void;
};

/** How long a stop may take, in milliseconds; with the end of the process it has 10 s (docs/contract.md §1). */
const STOP_MS = 9_000;
/** How long requests in flight may continue during a stop. */
const STOP_TIMEOUT_MS = 5_000;
/** How often a stop looks for connections whose last request has ended. */
const IDLE_CHECK_MS = 50;
/** What the database has at least of a stop, for its checkpoint. */
const DATABASE_STOP_MS = 2_000;

/** How long a stop waits for connections to be released: one that broke while in use may never be. */
const CONNECTIONS_TIMEOUT_MS = 1_000;

const JOB_CONNECTIONS = 12;

/** Database connections for requests, shared fairly between hubs. */
export type RequestConnections = {
  count: number;
  /** How long a request waits for one before it fails with 503, in milliseconds. */
  waitTimeoutMs: number;
  timeouts: Timeouts;
};

const REQUEST_CONNECTIONS: RequestConnections = {
  count: 16,
  waitTimeoutMs: 10_000,
  timeouts: REQUEST_TIMEOUTS,
};

export type StartOptions = {
  pages?: boolean;
  outbound?: Outbound;
  /** Replaces the default minimum rate at which request bodies must arrive. */
  bodyPace?: BodyRateLimit;
  /** Overrides the number and the timeouts of the connections for requests. */
  connections?: Partial<RequestConnections>;
  /** Replaces the disk as storage of files. */
  openStorage?: typeof openDiskStorage | undefined;
};

/** Runs the migrations, which may take long, on a connection of their own without timeouts. */
async function migrateAlone(connection: Connection): Promise<void> {
  const database = openDatabase(openPool(connection, 1));
  await migrate(database).finally(() => database.destroy());
}

/** Serves and works on a database, as `config.roles` says. Resolves once requests are taken. */
export async function serve(
  config: Config,
  server: DatabaseServer,
  {
    pages = true,
    outbound = createOutbound(),
    bodyPace = BODY_RATE_LIMIT,
    connections = {},
    openStorage,
  }: StartOptions = {},
): Promise<Hubkeep> {
  loadParsers();
  const { count, waitTimeoutMs, timeouts } = { ...REQUEST_CONNECTIONS, ...connections };
  const turns = new FairScheduler(count, waitTimeoutMs);
  const database = openDatabase(openPool(server.connection, count, timeouts), turns);
  // Background jobs have connections of their own, separate from those of requests.
  const jobPool = openPool(server.connection, JOB_CONNECTIONS, JOB_TIMEOUTS);
  const jobDatabase = openDatabase(jobPool);
  const [storage, key] = await Promise.all([
    openConfiguredStorage(config, openStorage),
    loadSigningKey(config),
    migrateAlone(server.connection),
  ]);
  await applyRowCountChanges(database);
  const jobs = createJobs({ pool: jobPool, database });
  const mail = createMail({ config, database, jobs, signingKey: key });
  const extraction = createExtraction();
  const changeEvents = createChangeEvents(server.connection);
  const { app, services } = createHttpServer(
    { config, database, storage, jobs, mail, outbound, changeEvents, extraction, signingKey: key },
    { bodyPace },
  );
  if (config.rateLimitFactor === 0) app.log.warn('RATE_LIMIT_FACTOR is 0: nothing is limited');
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  server.watch((event) => {
    if (event.is === 'restarted') app.log.warn('the embedded database had gone and is back');
    else app.log.error({ err: event.error }, 'the embedded database is away');
    if (event.is === 'taken') lose(event.error);
  });
  const [web, worker] = await Promise.all([
    config.roles.has('web') ? startWeb(app, services, { pages }) : null,
    config.roles.has('worker')
      ? startWorker({ ...services, database: jobDatabase }, server.connection)
      : jobs.prepare(),
    changeEvents.start(app.log),
  ]);
  // Anybody who finds a demo ready finds all of it.
  if (config.demo) await (await import('#server/commands/demo/seed.ts')).seedDemo(app, services);
  const address = await listen(app, config);
  web?.preparePages().catch(lose);

  let stopping: Promise<void> | null = null;
  /** Everything but the database, which all of it needs. */
  const stopServing = async (): Promise<void> => {
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
    // `close` ends the idle connections of that moment; others become idle when their request has ended.
    const closingIdle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    web?.closeSockets();
    const closed = app.close().finally(() => {
      clearTimeout(patience);
      clearInterval(closingIdle);
    });
    await Promise.all([closed, worker?.stop()]);
    extraction.close();
    await web?.close();
    await changeEvents.stop();
    await settleWithin(Promise.all([database.destroy(), jobDatabase.destroy()]), CONNECTIONS_TIMEOUT_MS);
  };
  const stop = async (): Promise<void> => {
    const deadline = performance.now() + STOP_MS;
    const stopped = stopServing();
    const isStopped = await settleWithin(stopped, STOP_MS - DATABASE_STOP_MS);
    await server.stop(Math.max(0, deadline - performance.now()));
    if (isStopped) await stopped;
  };
  return {
    address,
    lost,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** The code of a role is loaded by the processes that have it alone. */
async function startWeb(...args: Parameters<typeof import('./web-role.ts').mountWeb>): Promise<Web> {
  return (await import('./web-role.ts')).mountWeb(...args);
}

async function startWorker(
  ...args: Parameters<typeof import('./worker-role.ts').startWorker>
): Promise<Worker> {
  return (await import('./worker-role.ts')).startWorker(...args);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    // `main` prints the address, once.
    return await app.listen({ host, port, listenTextResolver: () => 'listening' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new ConfigurationError(`Port ${port} of ${host} is taken. Stop what listens there, or set PORT.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigurationError(`Nothing may listen on port ${port} of ${host} here. Set HOST or PORT.`);
    }
    throw error;
  }
}
