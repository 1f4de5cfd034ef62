import { expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { linkHolder, shareFormByLink } from '#tests/harness/links.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

it.each(['viewer', 'commenter'] as const)(
  'an account that is no member reads no submissions and writes no notes by a link to the form that gives %s',
  async (role) => {
    const place = await createPlace(server.client);
    const form = await createOpenForm(place.owner, place);
    const values = { name: 'Asha' };
    const submissions = `forms/${form.id}/submissions/` as const;
    const sent = { version: 1, values };
    const { id } = expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, sent), 201);
    const note = { body: 'Called' };
    const own = expectData(await place.owner.client.post(`${submissions}${id}/notes/`, note), 201);
    const person = await registerUser(server.client);
    const stronger = { role: 'editor' };
    expectRefusal(await place.owner.client.post(`forms/${form.id}/share-links/`, stronger), 422);
    const link = await shareFormByLink(place.owner, form, { role });
    const holder = await linkHolder(server, link, { person });
    expectRefusal(await holder.post(`${submissions}${id}/notes/`, note), 403);
    expectRefusal(await holder.get(`${submissions}${id}/`), 403);
    expectRefusal(await holder.delete(`${submissions}${id}/notes/${own.id}/`), 403);
    const { notes } = expectData(await place.owner.client.get(`${submissions}${id}/`));
    expect(notes.map(({ body }) => body)).toEqual(['Called']);
  },
);
