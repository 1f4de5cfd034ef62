import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'commands', 'user.ts');

/** Runs `npm run user -- …` on the instance of the browser tests; returns its standard output. */
export async function userCommand(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: process.env.HUBKEEP_TEST_DATA_DIR,
    PUBLIC_URL: process.env.HUBKEEP_TEST_URL,
    DATABASE_URL: '',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env });
  return stdout.trim();
}
