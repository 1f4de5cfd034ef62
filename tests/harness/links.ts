import type { CreateShareLinkRequest, NewShareLink, OpenedShareLink } from '#lib/contract/share-link.ts';
import type { TestAccount } from './accounts.ts';
import { type Client, type ClientResponse, createClient } from './client.ts';
import { expectData } from './responses.ts';

/** A link to an item, created by a user who may share it. */
export async function shareByLink(
  person: TestAccount,
  id: string,
  input: CreateShareLinkRequest = {},
): Promise<NewShareLink> {
  return expectData(await person.client.post(`items/${id}/share-links/`, input), 201);
}

/** The same to a form. */
export async function shareFormByLink(
  person: TestAccount,
  { id }: { id: string },
  input: CreateShareLinkRequest = {},
): Promise<NewShareLink> {
  return expectData(await person.client.post(`forms/${id}/share-links/`, input), 201);
}

export function openLink(
  client: Client,
  { token }: { token: string },
  password?: string,
): Promise<ClientResponse<OpenedShareLink>> {
  return client.post('auth/share-link/', { token, ...(password === undefined ? {} : { password }) });
}

/** The API as the holder of a link calls it: signed out, or as a user. */
export async function linkHolder(
  server: { url: string; client: Client },
  link: { token: string },
  { person, password }: { person?: TestAccount; password?: string } = {},
): Promise<Client> {
  const { pass } = expectData(await openLink(server.client, link, password));
  return createClient(server.url, {
    'share-token': pass,
    ...(person ? { authorization: `JWT ${person.token}` } : {}),
  });
}
