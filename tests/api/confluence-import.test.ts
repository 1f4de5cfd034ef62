import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { ImportedFile, Job } from '#lib/contract/job.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { FIXTURES } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
type Place = Awaited<ReturnType<typeof createPlace>>;

const property = (name: string, value: string) => `<property name="${name}"><![CDATA[${value}]]></property>`;
const reference = (name: string, kind: string, id: string) =>
  `<property name="${name}" class="${kind}" package="x"><id name="id">${id}</id></property>`;
const object = (kind: string, id: string, content: string) =>
  `<object class="${kind}" package="x"><id name="id">${id}</id>${content}</object>`;

function page(
  id: string,
  title: string,
  { parent, body = '', more = '' }: { parent?: string; body?: string; more?: string },
) {
  return [
    object(
      'Page',
      id,
      `${property('title', title)}${parent ? reference('parent', 'Page', parent) : ''}<property name="creationDate">2024-05-06 07:08:09.000</property><property name="lastModificationDate">2025-01-02 03:04:05.000</property>${property('contentStatus', 'current')}${more}`,
    ),
    object(
      'BodyContent',
      `9${id}`,
      `${property('body', body.replaceAll(']]>', ']] >'))}${reference('content', 'Page', id)}<property name="bodyType">2</property>`,
    ),
  ].join('\n');
}

const space = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2026-01-01 00:00:00">\n${content}\n</hibernate-generic>`;

const CODE =
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>';
const LINK = '<ac:link><ri:page ri:content-title="Oars &amp; more"/></ac:link>';
const MAP = '<ac:image ac:alt="map"><ri:attachment ri:filename="map.png"/></ac:image>';

const ENTITIES = space(
  [
    `<object class="ConfluenceUserImpl" package="x"><id name="key">k1</id>${property('name', 'ada')}</object>`,
    page('1001', 'Home', {
      body: `<ac:structured-macro ac:name="toc"/><p>See ${LINK} ${MAP} by <ac:link><ri:user ri:userkey="k1"/></ac:link></p>${CODE}`,
    }),
    page('1002', 'Oars & more', {
      parent: '1001',
      body: '<p>Long. <ac:link><ri:page ri:content-title="Gone"/></ac:link></p>',
      more: reference('creator', 'ConfluenceUserImpl', 'k1'),
    }),
    object('Label', '3001', `${property('name', 'boats')}${property('namespace', 'global')}`),
    object('Label', '3002', `${property('name', 'favourite')}${property('namespace', 'my')}`),
    ...['3001', '3002', '3009'].map((label) =>
      object(
        'Labelling',
        `4${label}`,
        `${reference('label', 'Label', label)}${reference('content', 'Page', '1002')}`,
      ),
    ),
    page('1003', 'Home', { more: reference('originalVersion', 'Page', '1001'), body: '<p>old</p>' }),
    page('1004', 'Round', { parent: '1005', body: '<p>a</p>' }),
    page('1005', 'Circle', { parent: '1004', body: '<p>b</p>' }),
    object(
      'Attachment',
      '2001',
      `${property('title', 'map.png')}${reference('containerContent', 'Page', '1001')}<property name="version">2</property>`,
    ),
    object(
      'Attachment',
      '2002',
      `${property('title', '../../gone.pdf')}${reference('containerContent', 'Page', '1001')}<property name="version">1</property>`,
    ),
  ].join('\n'),
);

async function archive(entities = ENTITIES): Promise<Buffer> {
  return zipOf({
    'entities.xml': entities,
    'exportDescriptor.properties': 'exportType=space',
    'attachments/1001/2001/2': await readFile(join(FIXTURES, 'files', 'map.png')),
    'attachments/1001/2001/1': 'old',
    '../evil.xml': 'x',
  });
}

async function importInto(place: Place, bytes: Buffer): Promise<Job> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'Confluence-space-export.zip');
  const client = place.owner.client.in(place.hub);
  const { id } = expectData(
    await client.post(`spaces/${place.space.slug}/import/`, undefined, { raw: form }),
    202,
  );
  return eventually(async () => {
    const job = expectData(await client.get(`jobs/${id}/`));
    if (job.state !== 'ready' && job.state !== 'failed') throw new Error(`the job is ${job.state}`);
    return job;
  }, 60_000);
}

const itemsOf = async ({ owner, hub, space: { slug } }: Place) =>
  expectData(await owner.client.in(hub).get(`spaces/${slug}/items/?page_size=100`));
const reportOf = (job: Job): Record<string, ImportedFile> =>
  Object.fromEntries((job.result ?? []).map((file) => [file.name, file]));

describe('an import of the XML export of a Confluence space', () => {
  it('has its pages with tree, links, attachments, dates, authors and labels, and reports what was left out', async () => {
    const place = await createPlace(server.client);
    const job = await importInto(place, await archive());
    expect(job).toMatchObject({ state: 'ready', done: 5, rejected: 1 });
    const report = reportOf(job);
    const home = report['Home_1001.html'];
    expect(home?.reason).toBe('Left out: toc.');
    expect(report['Oars & more_1002.html']?.reason).toContain('One link');
    const [failed] = (job.result ?? []).filter(({ status }) => status === 'failed');
    expect(failed?.reason).toContain('not in the export');
    const items = await itemsOf(place);
    const titled = (title: string, kind: string) =>
      items.find((one) => one.title === title && one.kind === kind);
    expect(items.filter(({ title, kind }) => title === 'Home' && kind === 'document')).toHaveLength(1);
    const oars = titled('Oars & more', 'document');
    expect(oars?.parent_id).toBe(titled('Home', 'folder')?.id);
    expect(oars?.created_at).toBe('2024-05-06T07:08:09.000Z');
    const details = expectData(await place.owner.client.get(`items/${oars?.id}/`));
    expect(details.source).toEqual({ author: 'ada', tags: ['boats'] });
    const map = titled('map.png', 'image');
    const { markdown } = expectData(await place.owner.client.get(`items/${home?.item_id}/content/`));
    expect(markdown).toBe(
      `See [Oars & more](/${place.hub.domain_handle}/${place.space.slug}/${oars?.id}) ![map](/api/v1/items/${map?.id}/file/) by @ada\n\n\`\`\`\na\n\`\`\``,
    );
  });

  it('has its pages in the order by hand that they had there, and the others behind them by title', async () => {
    const place = await createPlace(server.client);
    const at = (position: number) => ({ more: `<property name="position">${position}</property>` });
    const pages = [
      page('1001', 'Alpha', at(3)),
      page('1002', 'Beta', at(0)),
      page('1003', 'Gamma', at(1)),
      page('1004', 'Delta', at(2)),
      page('1005', 'Able', {}),
    ];
    await importInto(place, await archive(space(pages.join('\n'))));
    const client = place.owner.client.in(place.hub);
    const tree = expectData(await client.get(`spaces/${place.space.slug}/tree/`));
    expect(tree.map(({ title }) => title)).toEqual(['Gamma', 'Delta', 'Alpha', 'Able', 'Beta']);
  });

  it('changes nothing when it is repeated', async () => {
    const place = await createPlace(server.client);
    await importInto(place, await archive());
    const before = await itemsOf(place);
    const again = await importInto(place, await archive());
    expect((again.result ?? []).filter(({ status }) => status === 'changed')).toEqual([]);
    const revisions = (items: Item[]) => items.map(({ id, revision }) => [id, revision]).toSorted();
    expect(revisions(await itemsOf(place))).toEqual(revisions(before));
  });

  it.each([
    ['damaged', ENTITIES.slice(0, ENTITIES.length / 2)],
    ['no export', space('<object class="Page"><id name="id">1</object>')],
  ])('fails with the reason where its XML is %s', async (_name, entities) => {
    const place = await createPlace(server.client);
    const job = await importInto(place, await archive(entities));
    expect(job).toMatchObject({ state: 'failed', reason: expect.stringContaining('entities.xml') });
    expect(await itemsOf(place)).toEqual([]);
  });

  it('expands no entities of the document type', async () => {
    const place = await createPlace(server.client);
    const bomb = ENTITIES.replace(
      '<hibernate-generic',
      '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><hibernate-generic',
    ).replace('<![CDATA[Home]]>', '&b; Home');
    const job = await importInto(place, await archive(bomb));
    expect(job.state).toBe('ready');
    expect((await itemsOf(place)).map(({ title }) => title).join()).not.toContain('lol');
  });
});
