import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

const FOLDER = 'docs/promises';
const PARTS = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** Spaces, line breaks and the joints of texts that are written over several lines count as one space. */
const joined = (text: string): string => text.replace(/['"`]\s*\+\s*['"`]/g, '').replace(/\s+/g, ' ');

/**
 * Lines of a list of promises that name no test, a file that is not there, or a text that the file lacks.
 * @param markdown promises as `- sentence`, each with its tests as `  - \`path\`: start of a title`
 * @param textOf text of a file of the repository; undefined where there is none
 */
function wrongPromises(markdown: string, textOf: (path: string) => string | undefined): string[] {
  const wrong: string[] = [];
  let untested: string | undefined;
  const reportUntested = () => {
    if (untested !== undefined) wrong.push(`no test: ${untested}`);
    untested = undefined;
  };
  for (const line of markdown.split('\n')) {
    const test = /^ {2}- `([^`]+)`: (.+)$/.exec(line);
    if (test) {
      const [, path = '', title = ''] = test;
      const text = textOf(path);
      if (text === undefined) wrong.push(`no such file: ${path}`);
      else if (!joined(text).includes(joined(title.trim()))) wrong.push(`not in ${path}: ${title}`);
      untested = undefined;
    } else if (line.startsWith('- ')) {
      reportUntested();
      untested = line.slice(2);
    } else if (/^\s*- /.test(line)) wrong.push(`neither a promise nor a test: ${line.trim()}`);
  }
  reportUntested();
  return wrong;
}

const fileText = (path: string): string | undefined => {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll("\\'", "'") : undefined;
};

describe('the promises of docs/promises', () => {
  it.each(PARTS)('have each a test that is there: %s', (name) => {
    expect(wrongPromises(readFileSync(join(ROOT, FOLDER, name), 'utf8'), fileText)).toEqual([]);
  });

  it('are refused without a test, with a file that is missing, and with a title that no test has', () => {
    const list = [
      '- Nobody tests this.',
      '- A deleted row can be restored.',
      '  - `a.test.ts`: restores a deleted',
      '  - `a.test.ts`: restores everything',
      '  - `b.test.ts`: restores',
      '- Nor this.',
      '',
    ].join('\n');
    const files: Record<string, string> = { 'a.test.ts': "it('restores a deleted ' +\n 'row')" };
    expect(wrongPromises(list, (path) => files[path])).toEqual([
      'no test: Nobody tests this.',
      'not in a.test.ts: restores everything',
      'no such file: b.test.ts',
      'no test: Nor this.',
    ]);
  });
});
