import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HubArchive } from '#server/export/hub-archive.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem, FIXTURES, uploadBytes, uploadFixture } from '#tests/harness/content.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

const server = sharedServer({ plans: 'default' });

/** A file of 128 KiB, and copies of its item that are exported first: they take a while to send. */
async function fillWithCopies(
  { owner, hub, space }: { owner: TestAccount; hub: Hub; space: { slug: string } },
  copies: number,
): Promise<void> {
  const bytes = Buffer.alloc(128 * 1024, 'y');
  const [first] = expectData(
    await uploadBytes(owner, { hub, space }, [{ name: 'large.txt', bytes }]),
    201,
  ).items;
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, kind, title, file_sha256, file_name, mime, size, created_by, updated_by)
     select overlay(gen_random_uuid()::text placing '0000' from 1 for 4)::uuid, hub_id, space_id, scope_id, kind, 'Copy ' || n, file_sha256, file_name, 'application/zip', size,
       created_by, updated_by from item, generate_series(1, $2::int) as n where id = $1`,
    [first?.id, copies],
  );
}

type Hub = { domain_handle: string };
type Manifest = {
  hub: { domain_handle: string };
  includes_private: boolean;
  counts: Record<string, number>;
  files: { path: string; item_id?: string; size: number; sha256: string; missing?: boolean }[];
};

const pathOf = (hub: Hub) => `hubs/${hub.domain_handle}/export/`;

async function exported(person: TestAccount, hub: Hub) {
  const response = await person.client.fetch('GET', pathOf(hub));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const manifest: Manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  return { files, manifest, names: [...files.keys()] };
}

const json = (bytes: Buffer | undefined) => JSON.parse(bytes?.toString() ?? '');

describe('a hub export', () => {
  it('contains files unchanged, documents as Markdown, folders, and metadata', async () => {
    const { owner, hub, space } = await createPlace(server.client, {
      name: 'Boathouse',
      visibility: 'shared',
    });
    const place = { hub, space };
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Plans: 2026/27' });
    await createItem(owner, place, { title: 'Über alles 🌬️', content: '# Wind\n\nMore.', parent: folder.id });
    await uploadFixture(owner, place, 'files/map.png');
    const [text] = expectData(
      await uploadBytes(owner, place, [{ name: 'notes.txt', bytes: 'plain words' }]),
      201,
    ).items;
    expectData(await owner.client.patch(`items/${text?.id}/`, { title: 'Renamed' }));
    const { files, manifest, names } = await exported(owner, hub);
    expect(names).toContain('spaces/Boathouse/Plans_ 2026_27/');
    expect(files.get('spaces/Boathouse/Plans_ 2026_27/Über alles 🌬️.md')?.toString()).toBe('# Wind\n\nMore.');
    expect(files.get('spaces/Boathouse/Renamed.txt')?.toString()).toBe('plain words');
    const picture = await readFile(join(FIXTURES, 'files', 'map.png'));
    expect(files.get('spaces/Boathouse/map.png')).toEqual(picture);
    expect(json(files.get('metadata/members.json'))).toMatchObject([{ email: owner.email, role: 'owner' }]);
    expect(json(files.get('metadata/spaces.json'))).toMatchObject([
      { name: 'Boathouse', visibility: 'shared' },
    ]);
    const items: { id: string; parent_id: string | null; title: string }[] = json(
      files.get('metadata/items.json'),
    );
    expect(items.find(({ title }) => title.startsWith('Über'))?.parent_id).toBe(folder.id);
    expect(manifest.hub.domain_handle).toBe(hub.domain_handle);
    expect(manifest.counts).toMatchObject({ spaces: 1, folders: 1, documents: 1 });
    // Every file but the manifest itself is listed, with its size and SHA-256.
    const listed = new Map(manifest.files.map((file) => [file.path, file]));
    for (const [path, bytes] of files) {
      if (path.endsWith('/') || path === 'manifest.json') continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(listed.get(path), path).toMatchObject({ size: bytes.length, sha256 });
      listed.delete(path);
    }
    expect([...listed]).toEqual([]);
  });

  it('has safe and unique file names', async () => {
    const { owner, hub, space } = await createPlace(server.client, { name: '../../outside' });
    const place = { hub, space };
    for (const title of ['../../etc/passwd', 'nul', 'Same', 'same', 'C:\\x', '.', 'a'.repeat(255)]) {
      await createItem(owner, place, { title, content: 'x' });
    }
    const { names } = await exported(owner, hub);
    for (const name of names) {
      expect(name).not.toMatch(/^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|[:*?"<>|]/);
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).toContain('spaces/.._.._outside/Same.md');
    expect(names).toContain('spaces/.._.._outside/same (2).md');
  });

  it('is available to owners and admins only, also with the session cookie', async () => {
    const { hub, owner, member, guest, stranger } = await createMembers(server.client);
    expectRefusal(await server.client.get(pathOf(hub)), 401);
    for (const person of [member, guest]) expectRefusal(await person.client.get(pathOf(hub)), 403);
    expectRefusal(await stranger.client.get(pathOf(hub)), 404);
    const cookie = { headers: { cookie: `hubkeep_session=${owner.token}` } };
    const address = `${server.url}/api/v1/${pathOf(hub)}`;
    const own = await fetch(address, cookie);
    expect(own.status).toBe(200);
    await own.body?.cancel();
    // A page of another site can't trigger the download.
    const foreign = { headers: { ...cookie.headers, 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(address, foreign)).status).toBe(401);
  });

  it('leaves out what an admin may not see, and what is trashed', async () => {
    const { hub, owner, admin, member } = await createMembers(server.client);
    const open = await createSpace(owner, hub, {
      name: 'Open',
      visibility: 'shared',
      default_role: 'editor',
    });
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    await createItem(member, { hub, space: closed }, { title: 'Hidden paper', content: 'hidden words' });
    const folder = await createItem(
      member,
      { hub, space: open },
      { kind: 'folder', title: 'Private folder', visibility: 'private' },
    );
    await createItem(
      member,
      { hub, space: open },
      { title: 'Below it', content: 'hidden words', parent: folder.id },
    );
    await createItem(member, { hub, space: open }, { title: 'Seen', content: 'open words' });
    const gone = await createItem(member, { hub, space: open }, { title: 'Trashed', content: 'x' });
    expectData(await member.client.delete(`items/${gone.id}/`));
    const { files, manifest } = await exported(admin, hub);
    const everything = [...files].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
    expect(everything).toContain('open words');
    expect(everything).not.toMatch(/Closed|Hidden paper|hidden words|Private folder|Below it|Trashed/);
    expect(manifest.includes_private).toBe(false);
  });

  it('includes private items for the owner, and logs it', async () => {
    const { hub, owner, admin, member } = await createMembers(server.client);
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    await createItem(member, { hub, space: closed }, { title: 'Hidden paper', content: 'hidden words' });
    const { files, manifest } = await exported(owner, hub);
    expect(files.get('spaces/Closed/Hidden paper.md')?.toString()).toBe('hidden words');
    expect(manifest.includes_private).toBe(true);
    await exported(admin, hub);
    const [byAdmin, byOwner] = expectData(
      await admin.client.get(`hubs/${hub.domain_handle}/audit-log/?action=hub.exported`),
    );
    expect(byAdmin).toMatchObject({ actor: { id: admin.user.id }, details: { includes_private: false } });
    expect(byOwner).toMatchObject({
      actor: { id: owner.user.id },
      details: { includes_private: true, private_spaces: 1, private_items: 1, people: 1 },
    });
  });

  it('contains items shared by name from a hidden space, without their surroundings', async () => {
    const { hub, admin, member } = await createMembers(server.client);
    const closed = await createSpace(member, hub, { name: 'Closed', visibility: 'private' });
    const folder = await createItem(
      member,
      { hub, space: closed },
      { kind: 'folder', title: 'Closed folder' },
    );
    const paper = await createItem(
      member,
      { hub, space: closed },
      { title: 'For the admin', content: 'words', parent: folder.id },
    );
    expectData(
      await member.client.put(`items/${paper.id}/access/`, {
        visibility: 'shared',
        people: [{ user_id: admin.user.id, role: 'viewer' }],
      }),
    );
    const { files } = await exported(admin, hub);
    expect(files.get('shared with you/For the admin.md')?.toString()).toBe('words');
    expect([...files].map(([name, bytes]) => `${name}${bytes}`).join()).not.toMatch(/Closed/);
  });

  it('lists a file whose bytes are lost, and contains the rest', async () => {
    const { owner, hub, space } = await createPlace(server.client);
    const place = { hub, space };
    const [lost] = expectData(
      await uploadBytes(owner, place, [{ name: 'lost.txt', bytes: `lost ${hub.id}` }]),
      201,
    ).items;
    await createItem(owner, place, { title: 'Kept', content: 'x' });
    await server.sql("insert into file (sha256, size) values (repeat('0', 64), 4) on conflict do nothing");
    await server.sql("update item set file_sha256 = repeat('0', 64) where id = $1", [lost?.id]);
    const { files, manifest } = await exported(owner, hub);
    expect([...files.keys()].some((name) => name.endsWith('Kept.md'))).toBe(true);
    expect(manifest.files.find(({ missing }) => missing)).toMatchObject({ item_id: lost?.id });
  });

  it('returns the headers of GET alone for HEAD of every export, and writes nothing', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const table = await createTable(owner, place);
    const form = await createOpenForm(owner, place, {});
    for (const [action, path] of [
      ['hub.exported', pathOf(hub)],
      ['hub.audit_exported', `hubs/${hub.domain_handle}/audit-log/export/?format=csv`],
      ['form.exported', `forms/${form.id}/export/?format=files`],
      ['item.exported', `items/${table.id}/export/?format=csv`],
    ] as const) {
      const head = await owner.client.fetch('HEAD', path);
      expect([head.status, await head.text()], path).toEqual([200, '']);
      const logged = () =>
        server.sql('select 1 from audit_entry where hub_id = $1 and action = $2', [hub.id, action]);
      expect(await logged(), path).toEqual([]);
      const whole = await owner.client.fetch('GET', path);
      await whole.arrayBuffer();
      for (const name of ['content-type', 'content-disposition', 'cache-control']) {
        expect(head.headers.get(name), `${name} of ${path}`).toBe(whole.headers.get(name));
      }
      expect(await logged(), path).toHaveLength(1);
    }
    const refused = await owner.client.fetch('HEAD', `items/${form.id}/export/?format=csv`);
    expect(refused.status).toBe(404);
    expect(refused.headers.get('content-disposition')).toBeNull();
  });

  it('stops when the person is suspended meanwhile, or the session ends', async () => {
    for (const end of [
      'update membership set suspended_at = now() where user_id = $1',
      "update membership set role = 'member' where user_id = $1",
      'delete from session where user_id = $1',
    ]) {
      const { owner, hub, space } = await createPlace(server.client);
      const admin = await addMember(server.client, owner, hub, 'admin');
      await fillWithCopies({ owner, hub, space }, 200);
      const response = await admin.client.fetch('GET', pathOf(hub));
      const reader = response.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      await server.sql(end, [admin.user.id]);
      await expect(
        (async () => {
          while (!(await reader?.read())?.done);
        })(),
        end,
      ).rejects.toThrow();
    }
  });

  it('stops an export and reveals no members or spaces once the right was revoked', async () => {
    const { owner, hub } = await createPlace(server.client);
    const folder = await mkdtemp(join(tmpdir(), 'hubkeep-test-export-'));
    const storage = await openDiskStorage(folder);
    const own = openDatabase(openPool(server.databaseUrl, 1));
    onTestFinished(async () => {
      await own.destroy();
      await rm(folder, { recursive: true });
    });
    for (const end of ['right', 'ownership']) {
      let may = true;
      const archive = new HubArchive(
        { database: own, storage },
        {
          hub: { ...hub, handle: hub.domain_handle },
          exportedBy: { id: owner.user.id, email: owner.email },
          at: new Date(),
          exporter: async () => {
            if (!may && end === 'right') throw new Error('not any more');
            return { hubId: hub.id, principals: [`user:${owner.user.id}`], everything: may };
          },
        },
      );
      const paths: string[] = [];
      const read = async () => {
        for await (const { path, content } of archive.entries()) {
          paths.push(path);
          if (path === 'metadata/hub.json') may = false;
          for await (const part of content ?? []) expect(part.length).toBeGreaterThan(0);
        }
      };
      await expect(read(), end).rejects.toThrow();
      expect(paths.at(-1), end).toBe('metadata/hub.json');
    }
  });

  it('leaves out what is hidden from the reader during the export', async () => {
    const { owner, hub, space } = await createPlace(server.client);
    const admin = await addMember(server.client, owner, hub, 'admin');
    const place = { hub, space };
    await fillWithCopies({ owner, hub, space }, 100);
    const last = await createItem(owner, place, { title: 'Last', content: 'words of the last' });
    const response = await admin.client.fetch('GET', pathOf(hub));
    const reader = response.body?.getReader();
    const parts: Uint8Array[] = [];
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      if (parts.length === 0)
        expectData(await owner.client.patch(`items/${last.id}/`, { visibility: 'private' }));
      parts.push(part.value);
    }
    const files = await readArchive(Buffer.concat(parts));
    expect([...files.keys()].filter((name) => name.includes('Last'))).toEqual([]);
    expect(files.get('metadata/items.json')?.includes('Last')).toBe(false);
    expect([...files.values()].some((content) => content.includes('words of the last'))).toBe(false);
  });

  it('needs no more memory for a thousand items than for a few', async () => {
    const { owner, hub, space } = await createPlace(server.client);
    await fillWithCopies({ owner, hub, space }, 1_000);
    const response = await owner.client.fetch('GET', pathOf(hub));
    const reader = response.body?.getReader();
    const start = process.memoryUsage().rss;
    let most = start;
    let length = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(length).toBeGreaterThan(120 * 1024 ** 2);
    // Server and client are in this one process.
    expect((most - start) / 1024 ** 2).toBeLessThan(100);
  }, 120_000);
});
