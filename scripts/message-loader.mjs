// Adds its messages to a module of code for the browser, as the build compiles it: whatever code is loaded has the messages that
// it names, and there are no others (docs/decisions/0163-modules-bring-their-messages.md).
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {Record<string, Record<string, string>>} MessagesByFile as `build-messages.ts` writes them */

/** @type {MessagesByFile | null} */
let byFile = null;

/**
 * @this {{ resourcePath: string, getOptions(): { root: string, messages: string }, addDependency(path: string): void }}
 * @param {string} source
 */
export default function addMessages(source) {
  const { root, messages } = this.getOptions();
  // A build that reuses what an earlier one compiled compiles again what has other messages now.
  this.addDependency(messages);
  byFile ??= JSON.parse(readFileSync(messages, 'utf8'));
  const own = byFile?.[relative(root, this.resourcePath).replaceAll('\\', '/')];
  if (!own) return source;
  // At the end, so that lines keep their numbers; an import is hoisted, and nothing is rendered before the module has run.
  return [
    source,
    "import { addMessages as addOwnMessages } from '#locales/loaded-catalog.ts';",
    `addOwnMessages(${JSON.stringify(own)});`,
    '',
  ].join('\n');
}
