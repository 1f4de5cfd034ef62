import { beforeAll, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { importCard, PIXEL } from '#tests/harness/contacts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let list: Item;
beforeAll(async () => {
  place = await createPlace(server.client);
  list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
});

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const SVG = base64('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const photosOf = async (ids: readonly string[]) => {
  const path = `items/${list.id}/photos/`;
  const found = await place.owner.client.get<{ row_id: string }[]>(path, { query: { rows: ids.join() } });
  return expectData(found).map(({ row_id }) => row_id);
};
const photoPath = (id: string) => `items/${list.id}/rows/${id}/photo/`;

it.each([
  ['as base64', `PHOTO;ENCODING=b;TYPE=JPEG:${PIXEL.slice(0, 40)}\r\n ${PIXEL.slice(40)}`],
  ['as a data address', `PHOTO:data:image/svg+xml;base64,${PIXEL}`],
  [
    'after an address',
    `PHOTO;VALUE=uri:https://example.org/a.png\r\nitem1.PHOTO:data:image/png;base64\\,${PIXEL}`,
  ],
])('shows the photo of a card, as what its bytes are: %s', async (how, property) => {
  const id = await importCard(place.owner.client, list, { name: `Ada ${how}`, property });
  expect(await photosOf([id, 'none'])).toEqual([id]);
  const response = await place.owner.client.fetch('GET', photoPath(id));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PIXEL);
});

it.each([
  ['an address', 'PHOTO;VALUE=uri:https://example.org/a.png'],
  ['SVG', `PHOTO:data:image/svg+xml;base64,${SVG}`],
  ['SVG that says to be PNG', `PHOTO;ENCODING=b;TYPE=PNG:${SVG}`],
  ['a page', `PHOTO:data:text/html;base64,${base64('<script>alert(1)</script>')}`],
  ['no base64', 'PHOTO;ENCODING=b:<>'],
  ['too many bytes', `PHOTO;ENCODING=b:${base64(`\x89PNG\r\n\x1a\n${'x'.repeat(512 * 1024)}`)}`],
  ['nothing', 'PHOTO:'],
  ['another property', `X-PHOTO;ENCODING=b:${PIXEL}`],
])('shows no photo where a card has %s', async (how, property) => {
  const id = await importCard(place.owner.client, list, { name: `Ben ${how}`, property });
  expect(await photosOf([id])).toEqual([]);
  expectRefusal(await place.owner.client.get(photoPath(id)), 404);
});

it('shows photos to readers of the list alone, and none of who was deleted', async () => {
  const { client } = place.owner;
  const id = await importCard(client, list, { name: 'Cleo', property: `PHOTO;ENCODING=b:${PIXEL}` });
  const stranger = await registerUser(server.client);
  expectRefusal(await stranger.client.get(photoPath(id)), 404);
  expectRefusal(await stranger.client.get(`items/${list.id}/photos/`, { query: { rows: id } }), 404);
  const [plain] = await addRows(place.owner, list, [
    {
      ...{ name: 'Dan', email: 'dan@example.org', contact_number: '+493012345678' },
      ...{ occupation: 'Cook', address: 'Rome', about: 'x' },
    },
  ]);
  expectRefusal(await client.get(photoPath(plain?.id ?? '')), 404);
  expectData(await client.delete(`items/${list.id}/rows/`, { rows: [{ id }] }));
  expect(await photosOf([id])).toEqual([]);
  expectRefusal(await client.get(photoPath(id)), 404);
  const many = Array.from({ length: 51 }, () => id).join();
  expectRefusal(await client.get(`items/${list.id}/photos/`, { query: { rows: many } }), 422);
});
