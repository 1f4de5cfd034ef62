import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import messages from '#locales/en-US.ts';
import { usedIds } from './used-messages.ts';

/**
 * Writes which messages each file of code for the browser names, for `message-loader.mjs`: as JSON, since the loader runs in
 * whichever Node is on the path, which may not read TypeScript.
 */
const root = join(import.meta.dirname, '..');
const texts: Record<string, string> = messages;
const used = usedIds(root, new Set(Object.keys(texts)));
const byFile = Object.fromEntries(
  [...used].map(([path, ids]) => [path, Object.fromEntries(ids.map((id) => [id, texts[id]]))]),
);
const folder = join(root, '.cache');
mkdirSync(folder, { recursive: true });
// Another build may read it meanwhile.
const unfinished = join(folder, `messages.${process.pid}.json`);
writeFileSync(unfinished, JSON.stringify(byFile));
renameSync(unfinished, join(folder, 'messages.json'));
