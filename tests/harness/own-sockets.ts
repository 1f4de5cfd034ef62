import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { onTestFinished } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { loadSigningKey } from '#server/platform/crypto/signing-key.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Upgrade } from '#server/platform/http/upgrades.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import type { SocketServices } from '#server/web/realtime/link-sockets.ts';

/**
 * Sockets of a process of their own on the database of a running server, until the test ends: with a function to
 * publish events to them, and one that counts the statements with a text that they caused.
 */
export async function startOwnSockets(
  databaseUrl: string,
  create: (services: SocketServices) => { upgrade: Upgrade; close(): void },
) {
  const statements: string[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(databaseUrl, 4) }),
    log: (event) => void statements.push(event.query.sql),
  });
  const listeners = new Set<(events: readonly ChangeEvent[]) => void>();
  const changeEvents = {
    // Nobody else listens to what these sockets report.
    publish: () => undefined,
    subscribe(listener: (events: readonly ChangeEvent[]) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const signingKey = await loadSigningKey(readConfig({ SECRET_KEY: 'the secret key of a test server' }));
  const sockets = create({ database, log: fastify().log, changeEvents, signingKey });
  const http = createServer().on('upgrade', sockets.upgrade);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    sockets.close();
    http.close();
    await database.destroy();
  });
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publish: (events: readonly ChangeEvent[]) => {
      for (const listener of listeners) listener(events);
    },
    count: (part: string) => statements.filter((text) => text.includes(part)).length,
  };
}
