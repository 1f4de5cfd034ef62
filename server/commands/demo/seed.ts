import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SignedIn } from '#lib/contract/account.ts';
import { setEmailVerified } from '#server/access/identity/account.repo.ts';
import { DEMO_ACCOUNT } from '#server/platform/config/account.ts';
import type { Services } from '#server/platform/services.ts';
import { type ApiCall, createApiCaller } from './call.ts';
import { DEMO_HUB, DEMO_PERSON, DEMO_SPACES, type DemoFile, type DemoSpace } from './content.ts';
import { addDemoMembers } from './members.ts';
import { submitRegistrations } from './registrations.ts';
import { addTables } from './tables.ts';

/** The demo's account: its calls, and its id. */
type DemoCaller = { call: ApiCall; userId: string };

const FILES = join(import.meta.dirname, 'files');

/**
 * Writes a Markdown file as a document; its first heading is the document's title already, and `{amina}` mentions the
 * demo's account.
 */
async function writeDocument(
  { call, userId }: DemoCaller,
  space: DemoSpace,
  { name, title }: DemoFile,
  parent: string | null,
): Promise<void> {
  const mention = `@[${DEMO_PERSON.first_name} ${DEMO_PERSON.last_name}](user:${userId})`;
  const content = (await readFile(join(FILES, name), 'utf8'))
    .replace(/^# .*\n+/, '')
    .replaceAll('{amina}', mention);
  await call(`spaces/${space.slug}/items/`, {
    payload: { kind: 'document', title, content, ...(parent ? { parent } : {}) },
  });
}

async function upload(
  caller: DemoCaller,
  space: DemoSpace,
  file: DemoFile,
  parent: string | null,
): Promise<void> {
  if (file.name.endsWith('.md')) return writeDocument(caller, space, file, parent);
  const { call } = caller;
  const form = new FormData();
  form.append('kind', file.kind);
  if (parent) form.append('parent', parent);
  form.append('files', new Blob([await readFile(join(FILES, file.name))]), file.name);
  const { items } = await call<{ items: { id: string }[] }>(`spaces/${space.slug}/upload/`, {
    payload: form,
  });
  const change = { title: file.title, visibility: file.visibility };
  for (const item of items) await call(`items/${item.id}/`, { method: 'PATCH', payload: change });
}

async function fillSpace(caller: DemoCaller, space: DemoSpace): Promise<void> {
  const { call } = caller;
  const { name, slug, description, visibility } = space;
  await call('spaces/', { payload: { name, slug, description, visibility } });
  for (const folder of space.folders) {
    const payload = { kind: 'folder', title: folder.title };
    const { id } = await call<{ id: string }>(`spaces/${slug}/items/`, { payload });
    for (const file of folder.files) await upload(caller, space, file, id);
  }
  for (const file of [...space.files].reverse()) await upload(caller, space, file, null);
}

/**
 * Fills an empty instance with the demo hub, through the API; does nothing where the demo's account exists.
 */
export async function seedDemo(app: FastifyInstance, services: Services): Promise<void> {
  const existing = await services.database
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', DEMO_ACCOUNT.email)
    .executeTakeFirst();
  if (existing) return;
  const anyone = createApiCaller(app, { 'app-type': 'social' });
  const { token, user } = await anyone<SignedIn>('auth/register/', { payload: DEMO_ACCOUNT });
  // Nobody can receive mail at the demo's address.
  await setEmailVerified(services.database, user.id);
  const headers = {
    'app-type': 'social',
    authorization: `JWT ${token}`,
    'org-handle': DEMO_HUB.domain_handle,
  };
  const call = createApiCaller(app, headers);
  const settings = await call<{ profile_roles: { code: string }[] }>('core/basic-settings/', {
    method: 'GET',
  });
  const person = { ...DEMO_PERSON, profile_role: settings.profile_roles[0]?.code };
  await call('auth/me/', { method: 'PATCH', payload: person });
  await call('hubs/', { payload: DEMO_HUB });
  for (const space of DEMO_SPACES) await fillSpace({ call, userId: user.id }, space);
  await addTables(call, 'members-only');
  await submitRegistrations(call, anyone, 'summer-school');
  await addDemoMembers(app, services, call);
  await call('auth/logout/', { method: 'GET' });
}
