import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that a server stores, as paths in its storage: those of content, or those below `part`. */
export async function storedFiles(dataDir: string, part?: 'incoming' | 'derived'): Promise<string[]> {
  const root = join(dataDir, 'files', part ?? '');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => part !== undefined || /^[0-9a-f]{2}\//.test(path))
    .sort();
}
