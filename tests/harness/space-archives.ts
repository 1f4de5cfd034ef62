import { expect } from 'vitest';
import { readArchive } from './archive.ts';
import type { Client } from './client.ts';

type Place = { hub: { domain_handle: string }; space: { slug: string } };

/** The archive of a space as somebody exports it. */
export async function exportSpace(
  by: { client: Client },
  { hub, space }: Place,
  format = 'md',
  more = '',
): Promise<Buffer> {
  const address = `spaces/${space.slug}/export/?format=${format}${more}`;
  const response = await by.client.in(hub).fetch('GET', address);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A text with its ids named by their order in it. */
function withoutIds(text: string): string {
  const names = new Map<string, string>();
  return text.replace(ID, (id) => {
    const name = names.get(id) ?? `#${names.size}`;
    names.set(id, name);
    return name;
  });
}

/** Of a form what its author wrote: a copy is not published, and has an address of its own. */
function definitionIn(content: Buffer): string {
  const { title, description, fields, layout, translations, settings } = JSON.parse(content.toString());
  return JSON.stringify({ title, description, fields, layout, translations, language: settings.language });
}

type ManifestLine = { path: string };

/**
 * What an archive of a space says, by its paths: without the ids of its items, which are others in each space, its own name
 * and the time when it was made.
 */
export async function comparableArchive(bytes: Buffer): Promise<Record<string, string>> {
  const files = await readArchive(bytes);
  const { files: lines, ...head } = JSON.parse(files.get('hubkeep.json')?.toString() ?? '');
  files.delete('hubkeep.json');
  const titles = new Map<string, string>(
    lines.map((one: ManifestLine & { id: string }) => [one.id, one.path]),
  );
  const named = (text: string) => text.replace(ID, (id) => titles.get(id) ?? id);
  const sorted = lines.toSorted((one: ManifestLine, other: ManifestLine) => (one.path < other.path ? -1 : 1));
  return {
    'hubkeep.json': withoutIds(
      named(JSON.stringify({ ...head, name: '', exported_at: '', files: sorted }, null, 1)),
    ),
    ...Object.fromEntries(
      [...files]
        .filter(([path]) => !path.startsWith('hubkeep.forms/') || /\/form\.json$|\.jsonl$/.test(path))
        .map(
          ([path, content]) =>
            [
              named(path),
              path.endsWith('/form.json')
                ? definitionIn(content)
                : withoutIds(named(content.toString('latin1'))),
            ] as const,
        )
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}
