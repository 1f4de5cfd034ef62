import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';

/**
 * The key that signs tokens: from SECRET_KEY, otherwise created once and stored in DATA_DIR, readable by its
 * owner only.
 */
export async function loadSigningKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Uint8Array> {
  const secret = config.secretKey ?? (await storedSecret(join(config.dataDir, 'secret.key')));
  return createHash('sha256').update(`hubkeep session token\0${secret}`).digest();
}

async function storedSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const secret = randomBytes(32).toString('base64url');
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
  await file.close();
  await rename(unfinished, path);
  return secret;
}
