import { readConfig } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import { queueHubIndexing } from '#server/platform/indexing/reindex.ts';
import { withDatabase } from './open-database.ts';

const USAGE = `Builds the search index anew from what is stored. It works beside a running Hubkeep, with the same environment; without
one, it is done after the next start. What was found stays found meanwhile, and what people write comes first.

  npm run reindex                      every hub
  npm run reindex -- --hub <handle>    one hub
`;

/** Ends the command with a message for the administrator. */
class CommandError extends Error {}

/** The handle of the hub; null for all hubs. */
function hubOf([option, handle, ...rest]: string[]): string | null {
  if (option === undefined) return null;
  if (option !== '--hub' || handle === undefined || rest.length > 0) throw new CommandError(USAGE);
  return handle;
}

async function run(args: string[]): Promise<string> {
  const handle = hubOf(args);
  const { hubs, items, forms } = await withDatabase(readConfig(process.env), (database) =>
    queueHubIndexing(database, handle),
  );
  if (handle !== null && hubs === 0) throw new CommandError(`No hub has the handle ${handle}.`);
  return `Noted to be indexed again: ${hubs} hubs, ${items} items, ${forms} forms. GET /readyz says when nothing waits.\n`;
}

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
