import { type Config, readConfig } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import type { DatabaseServer, Hubkeep, StartOptions } from './serve.ts';

/** What a program needs that starts a server with options of its own. */
export { createOutbound } from '#server/platform/http/outbound.ts';
export type { Hubkeep, RequestConnections } from './serve.ts';
export { readConfig };

async function openConnection(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    return { connection: config.databaseUrl, stop: async () => undefined, watch: () => undefined };
  }
  return startEmbeddedPostgres(config.dataDir);
}

/** Loads what `serve` imports and the code of this process's roles. */
async function loadCode({ roles }: Config): Promise<typeof import('./serve.ts')> {
  const [code] = await Promise.all([
    import('./serve.ts'),
    roles.has('web') ? import('./web-role.ts') : null,
    roles.has('worker') ? import('./worker-role.ts') : null,
  ]);
  return code;
}

/**
 * Starts everything in this process, with or without the pages, and resolves once it can serve requests. The code is loaded
 * while the database starts.
 */
export async function start(config: Config, options: StartOptions = {}): Promise<Hubkeep> {
  const opening = openConnection(config);
  const loading = loadCode(config);
  // Where both fail, the database says why.
  loading.catch(() => undefined);
  const server = await opening;
  try {
    const { serve } = await loading;
    return await serve(config, server, options);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The line that says that the process is ready, with the address that it has. */
function readyLine({ roles, publicUrl }: Config, address: string): string {
  return roles.has('web')
    ? `Hubkeep is ready: ${publicUrl}\n`
    : `Hubkeep works in the background; its health is at ${address}/readyz\n`;
}

/**
 * Starts with the configuration of the environment, stops on SIGTERM and SIGINT; the entry point of `npm
 * start`.
 */
export async function main(options: { demo?: boolean; dev?: boolean } = {}): Promise<void> {
  try {
    const config = readConfig(process.env, options);
    const hubkeep = await start(config);
    const stop = (exitCode: number): void => {
      hubkeep.stop().then(
        () => process.exit(exitCode),
        (error) => {
          process.stderr.write(`Hubkeep did not stop well. ${String(error)}\n`);
          process.exit(1);
        },
      );
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(0));
    hubkeep.lost.then((error) => {
      process.stderr.write(`Hubkeep can not go on. ${error.message}\n`);
      stop(1);
    });
    process.stdout.write(readyLine(config, hubkeep.address));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`Hubkeep can not start. ${error.message}\n`);
    process.exit(1);
  }
}
