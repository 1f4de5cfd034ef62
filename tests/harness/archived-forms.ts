import { createSpace, type TestAccount } from './accounts.ts';
import { importArchive } from './imports.ts';
import type { createEditorAndPlace } from './members.ts';
import { expectData } from './responses.ts';

type Place = Pick<Awaited<ReturnType<typeof createEditorAndPlace>>, 'owner' | 'hub' | 'space'>;

/** A new space that somebody makes of an archive. */
export async function copyOf<From extends Place>(
  place: From,
  bytes: Uint8Array,
  owner: TestAccount = place.owner,
) {
  const space = await createSpace(owner, place.hub, { name: 'Copy', default_role: 'editor' });
  const copy = { ...place, owner, space };
  return { copy, job: await importArchive(copy, { bytes }) };
}

export const formsOf = async ({ owner, hub, space }: Place) =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/forms/`));
export const submissionsOf = async (by: TestAccount, id = '') =>
  expectData(await by.client.get(`forms/${id}/submissions/?page_size=100&sort=created_at`));
export const notesOf = async (by: TestAccount, formId = '', id = '') =>
  expectData(await by.client.get(`forms/${formId}/submissions/${id}/`)).notes;
export const historyOf = async (by: TestAccount, formId = '', id = '') =>
  expectData(await by.client.get(`forms/${formId}/submissions/${id}/history/`));

/** What somebody reads of the submissions of a form: their files by what is in them. */
export async function readSubmissions(by: TestAccount, formId = '') {
  const found = await submissionsOf(by, formId);
  return Promise.all(
    found.map(async ({ id, values, files, ...submission }) => {
      const ids = Object.keys(files);
      const texts = await Promise.all(
        ids.map(async (file) => (await by.client.fetch('GET', `forms/${formId}/files/${file}/`)).text()),
      );
      const named = (what: unknown) =>
        ids.reduce((text, file, at) => text.replaceAll(file, `file ${texts[at]}`), JSON.stringify(what));
      return {
        ...submission,
        values: named(values),
        files: Object.values(files),
        texts,
        notes: (await notesOf(by, formId, id)).map(({ id: _, ...note }) => note),
        history: named(await historyOf(by, formId, id)),
      };
    }),
  );
}
