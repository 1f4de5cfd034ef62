import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { readXmlText } from './xml-reader.ts';

/** A name without its namespace's prefix. */
export const local = (name: string) => name.slice(name.indexOf(':') + 1);

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The parts that a part refers to, by relationship id. */
export async function targetsOf(
  archive: Archive,
  part: string,
): Promise<Map<string, { path: string; type: string }>> {
  const folder = posix.dirname(part);
  const bytes = await archive.bytes(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const targets = new Map<string, { path: string; type: string }>();
  if (!bytes) return targets;
  readXmlText(bytes.toString('utf8'), {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (local(name) !== 'Relationship' || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      targets.set(Id, { path, type: Type.slice(Type.lastIndexOf('/') + 1) });
    },
  });
  return targets;
}

/** The most bytes of a drawing, chart, comment or header that are read. */
const MAX_PART = 4 * 1024 * 1024;

/** The text of a drawing, a chart (titles, names of series and categories), a comment or a header, a line a paragraph. */
export async function linesOfPart(archive: Archive, path: string): Promise<string[]> {
  const lines: string[] = [];
  let line = '';
  let inText = false;
  let inNames = false;
  try {
    const bytes = await archive.bytes(path, MAX_PART);
    if (!bytes) return [];
    readXmlText(bytes.toString('utf8'), {
      open: (name) => {
        const tag = local(name);
        if (tag === 'strCache') inNames = true;
        if (tag === 't' || (tag === 'v' && inNames)) inText = true;
        if (tag === 'tab' || tag === 'br') line += ' ';
      },
      text: (text) => {
        if (inText) line += text;
      },
      close: (name) => {
        const tag = local(name);
        if (tag === 't' || tag === 'v') inText = false;
        if (tag === 'strCache') inNames = false;
        if (tag !== 'p' && tag !== 'v' && tag !== 'si' && tag !== 'comment') return;
        if (line.trim()) lines.push(line.trim());
        line = '';
      },
    });
  } catch {
    // A damaged drawing is no reason not to read the document around it.
  }
  return [...new Set(lines)];
}
