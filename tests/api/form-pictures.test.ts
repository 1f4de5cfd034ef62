import { expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { changeForm, createForm, publishForm } from '#tests/harness/forms.ts';
import { sendPicture } from '#tests/harness/pictures.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const pathOf = (form: Form, picture: string) => `public/forms/${form.slug}/pictures/${picture}/`;

const layoutWith = (picture: string) => ({
  pages: [{ id: 'p1', blocks: [{ kind: 'picture', id: 'b1', picture, alt: 'The map' }] }],
});

async function putOn(person: TestAccount, form: Form, file?: string): Promise<string> {
  const { id } = expectData(await sendPicture(person.client, form, file ? { file } : {}), 201);
  await changeForm(person, form, { layout: layoutWith(id) });
  return id;
}

const bytesOf = async (by: Client, path: string) => {
  const { status, headers } = await by.fetch('GET', path);
  return { status, headers };
};

const purge = () => purgeFormsOfServer(server);

test('shows a picture to editors at once, and to others when a published version has it', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  await publishForm(place.owner, form);
  const picture = await putOn(place.owner, form);
  expect((await bytesOf(place.owner.client, pathOf(form, picture))).status).toBe(200);
  expectRefusal(await server.client.get(pathOf(form, picture)), 404);
  await publishForm(place.owner, form);
  const { status, headers } = await bytesOf(server.client, pathOf(form, picture));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/webp');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
});

test('serves the pictures of a theme at once, as themes take effect without publishing', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  await publishForm(place.owner, form);
  const { id } = expectData(await sendPicture(place.owner.client, form), 201);
  expectRefusal(await server.client.get(pathOf(form, id)), 404);
  await changeForm(place.owner, form, { settings: { theme: { cover: id } } });
  expect((await bytesOf(server.client, pathOf(form, id))).status).toBe(200);
});

test('serves pictures of older versions after the draft removed them', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  const picture = await putOn(place.owner, form);
  await publishForm(place.owner, form);
  await changeForm(place.owner, form, { layout: { pages: [{ id: 'p1', blocks: [] }] } });
  await publishForm(place.owner, form);
  expect((await bytesOf(server.client, pathOf(form, picture))).status).toBe(200);
});

test('detects a picture by its bytes, whatever its name', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  for (const file of ['page.html', 'diagram.svg', 'handbook.pdf']) {
    const response = await sendPicture(place.owner.client, form, { file, named: 'photo.png' });
    expectRefusal(response, 415, 'not_a_picture');
  }
  expectData(await sendPicture(place.owner.client, form, { file: 'photo.jpg', named: 'photo.html' }), 201);
});

test('strips the metadata of a photo', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  const picture = await putOn(place.owner, form, 'photo.jpg');
  const response = await place.owner.client.fetch('GET', pathOf(form, picture));
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(bytes.slice(8, 12)).toBe('WEBP');
  expect(bytes).not.toContain('Exif');
});

test('serves a picture only through its own form', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  const other = await createForm(place.owner, place);
  const picture = await putOn(place.owner, form);
  await publishForm(place.owner, form);
  await publishForm(place.owner, other);
  expectRefusal(await place.owner.client.get(pathOf(other, picture)), 404);
});

test('deletes unused pictures after their retention', async () => {
  const place = await createPlace(server.client);
  const form = await createForm(place.owner, place);
  const used = await putOn(place.owner, form);
  const { id: unused } = expectData(
    await sendPicture(place.owner.client, form, { file: 'garden.webp' }),
    201,
  );
  await server.sql(`update form_picture set created_at = now() - interval '31 days'`);
  await server.sql(`update form set updated_at = now() - interval '31 days'`);
  await purge();
  expect((await bytesOf(place.owner.client, pathOf(form, used))).status).toBe(200);
  expectRefusal(await place.owner.client.get(pathOf(form, unused)), 404);
});
