import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/database/id.ts';
import { archivePaths } from './archive-paths.ts';
import { relativeLink } from './documents/relative-link.ts';
import type { ListedItem } from './export.repo.ts';

const item = (more: Partial<ListedItem>): ListedItem => ({
  id: newId(),
  kind: 'document',
  title: 'Plan',
  file_name: null,
  parent_id: null,
  has_file: false,
  ...more,
});

describe('the paths of an archive', () => {
  const folder = item({ kind: 'folder', title: 'Fleet: 2026' });
  const plan = item({ parent_id: folder.id });
  const same = item({ parent_id: folder.id });
  const picture = item({ kind: 'image', title: 'a (1).png', file_name: 'a.png', has_file: true });
  const orphan = item({ parent_id: newId(), title: 'hubkeep', file_name: 'x.json', has_file: true });
  const table = item({ kind: 'table', title: 'Boats' });
  const { paths, rowFiles } = archivePaths([plan, folder, same, picture, orphan, table], 'md');

  it('have a folder for the files of the rows of each table', () => {
    expect(paths.get(table.id)).toBe('Boats.csv');
    expect([...rowFiles]).toEqual([[table.id, 'Boats (files)/']]);
  });

  it('have folders as folders, one name each, and leave the name of the manifest', () => {
    expect([folder, plan, same, picture, orphan].map(({ id }) => paths.get(id))).toEqual([
      'Fleet_ 2026/',
      'Fleet_ 2026/Plan.md',
      'Fleet_ 2026/Plan (2).md',
      'a (1).png',
      'hubkeep (2).json',
    ]);
  });

  it('are relative where documents lead to items, and nowhere else', () => {
    const archive = { paths, origin: 'https://hub.example' };
    const from = 'Fleet_ 2026/Plan.md';
    const link = (address: string) => relativeLink(address, from, archive);
    expect(link(`/acme/notes/${same.id}#part`)).toBe('Plan%20%282%29.md#part');
    expect(link(`https://hub.example/api/v1/items/${picture.id}/file/`)).toBe('../a%20%281%29.png');
    expect(link(`/acme/notes/${folder.id}`)).toBe('./');
    expect(link(`/acme/notes/${newId()}`)).toBeNull();
    expect(link(`https://other.example/acme/notes/${same.id}`)).toBeNull();
    expect(link('/acme/notes/')).toBeNull();
  });
});
