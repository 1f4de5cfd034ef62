import type { CreateShareLinkRequest, NewShareLink, OpenedShareLink } from '#lib/contract/share-link.ts';
import { expectData } from './answers.ts';
import { type Answer, type Client, createClient } from './client.ts';
import type { Person } from './people.ts';

/** A link to an item, made by somebody who may share it. */
export async function shareByLink(
  person: Person,
  id: string,
  given: CreateShareLinkRequest = {},
): Promise<NewShareLink> {
  return expectData(await person.client.post<NewShareLink>(`items/${id}/share-links/`, given), 201);
}

/** The same to a form. */
export async function shareFormByLink(
  person: Person,
  { id }: { id: string },
  given: CreateShareLinkRequest = {},
): Promise<NewShareLink> {
  return expectData(await person.client.post<NewShareLink>(`forms/${id}/share-links/`, given), 201);
}

export function openLink(
  client: Client,
  { token }: { token: string },
  password?: string,
): Promise<Answer<OpenedShareLink>> {
  return client.post('auth/share-link/', { token, ...(password === undefined ? {} : { password }) });
}

/** The API as the holder of a link calls it: signed out, or as a person. */
export async function holderOf(
  server: { url: string; client: Client },
  link: { token: string },
  { person, password }: { person?: Person; password?: string } = {},
): Promise<Client> {
  const { pass } = expectData(await openLink(server.client, link, password));
  return createClient(server.url, {
    'share-token': pass,
    ...(person ? { authorization: `JWT ${person.token}` } : {}),
  });
}
