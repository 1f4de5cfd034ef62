import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import type { Item } from '#lib/contract/item.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import { routes } from '#server/routes.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createForm, createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';
import { type Persona, personas } from './scenarios/matrix.ts';
import { createWorld, type World } from './scenarios/world.ts';

let server: TestServer;
let world: World;
/** All values for the first parameter of a route: every id that exists. */
let known: Record<string, readonly string[]>;
/** The values for further parameters, by resource. */
let within: Record<string, Record<string, string>>;

/**
 * Tokens that each occur in one resource, and who may read them. Everybody else must not get them from any
 * route.
 */
const SECRETS = {
  privatetitle: ['author'],
  privatecolumn: ['author'],
  privatecell: ['author'],
  privatechoice: ['author'],
  spacetitle: ['viewer', 'commenter', 'editor', 'owner'],
  spacecell: ['viewer', 'commenter', 'editor', 'owner'],
  guestcell: [
    'guest',
    'member',
    'named',
    'author',
    'viewer',
    'commenter',
    'editor',
    'owner',
    'admin',
    'hub_owner',
  ],
  refusedline: ['author', 'editor', 'owner', 'admin', 'hub_owner'],
  trashedtitle: ['author', 'editor', 'owner', 'admin', 'hub_owner'],
  trashedcell: [],
  answertext: ['author', 'editor', 'owner'],
  answerfile: ['author', 'editor', 'owner'],
  answernote: ['author', 'editor', 'owner'],
  hookaddress: ['author', 'editor', 'owner'],
  mailedto: ['author', 'editor', 'owner', 'admin', 'hub_owner'],
  draftfield: ['author', 'editor', 'owner', 'admin', 'hub_owner'],
  privateform: ['author'],
  privateanswer: ['author'],
} as const satisfies Record<string, readonly Persona[]>;
type Secret = keyof typeof SECRETS;

const secrets = Object.keys(SECRETS) as Secret[];
/** A token that occurs nowhere else. */
const word = (secret: Secret) => `zq${secret}`;

const ATTACHMENT = { name: 'attachment', label: 'Attachment', type: 'file', required: false };

async function submit(by: Client, form: Form, name: string, more: object = {}): Promise<string> {
  const path = `public/forms/${form.slug}/submissions/`;
  return expectData(await by.post<SubmitResult>(path, { version: 1, values: { name, ...more } }), 201).id;
}

async function importInto({ client }: TestAccount, table: Item, csv: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'rows.csv');
  const { id } = expectData(await client.post(`items/${table.id}/import/`, undefined, { raw: form }), 202);
  await eventually(async () => {
    const { state } = expectData(await client.get(`jobs/${id}/`));
    expect(state).toBe('ready');
  });
  return id;
}

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server);
  const { hub, people, spaces } = world;
  const { author, owner } = people;
  const [shared, closed] = [spaces.S2, spaces.S3].map((space) => ({ hub, space }));
  if (!shared || !closed) throw new Error('no spaces');

  const label = (secret: Secret) => ({ name: 'name', label: word(secret), type: 'text' });
  const options = [{ id: 'one', label: word('privatechoice') }];
  const columns = [
    label('privatecolumn'),
    { name: 'choice', label: 'Choice', type: 'select', required: false, options },
  ];
  const hidden = await createTable(author, shared, columns, {
    title: word('privatetitle'),
    visibility: 'private',
  });
  await addRows(author, hidden, [{ name: word('privatecell'), choice: 'one' }]);
  const elsewhere = await createTable(owner, closed, undefined, { title: word('spacetitle') });
  await addRows(owner, elsewhere, [{ name: word('spacecell') }]);
  const folder = world.items.I7.parent_id ?? '';
  const forGuest = await createTable(owner, shared, undefined, { title: 'For a guest too', parent: folder });
  await addRows(owner, forGuest, [{ name: word('guestcell') }]);
  const job = await importInto(owner, forGuest, `Name,Price\nLamp,${word('refusedline')}\n`);
  const trashed = await createTable(owner, shared, undefined, { title: word('trashedtitle') });
  await addRows(owner, trashed, [{ name: word('trashedcell') }]);
  expectData(await owner.client.delete(`items/${trashed.id}/`));

  const fields = [...FORM_FIELDS, ATTACHMENT];
  const survey = await createOpenForm(owner, shared, { title: 'Survey', visibility: 'shared', fields });
  expectData(
    await owner.client.patch(`forms/${survey.id}/`, {
      settings: { notify: [`${word('mailedto')}@example.test`] },
    }),
  );
  const file = await sendSubmissionFile(owner.client, survey, 'attachment', {
    name: `${word('answerfile')}.txt`,
  });
  const submission = await submit(owner.client, survey, word('answertext'), { attachment: file });
  const note = { body: word('answernote') };
  expectData(await owner.client.post(`forms/${survey.id}/submissions/${submission}/notes/`, note), 201);
  const hook = { url: `https://192.0.2.1/${word('hookaddress')}` };
  const { id: webhook } = expectData(await owner.client.post(`forms/${survey.id}/webhooks/`, hook));
  const draft = await createForm(owner, shared, {
    title: 'Draft',
    visibility: 'shared',
    fields: [label('draftfield')],
  });
  const ballot = await createOpenForm(author, shared, { title: word('privateform'), visibility: 'private' });
  const secret = await submit(author.client, ballot, word('privateanswer'));

  known = {
    items: [hidden, elsewhere, forGuest, trashed, world.items.I4, world.items.I6].map(({ id }) => id),
    forms: [survey, draft, ballot].map(({ id }) => id),
    slugs: [survey, draft, ballot].map(({ slug }) => slug),
    jobs: [job],
    users: [author.user.id],
    spaces: Object.values(spaces).map(({ slug }) => slug),
  };
  const ofSurvey = { submission_id: submission, file_id: file, webhook_id: webhook, n: '1' };
  within = {
    [survey.id]: ofSurvey,
    [ballot.id]: { ...ofSurvey, submission_id: secret },
    [hub.domain_handle]: { user_id: author.user.id },
  };
  // Indexed a moment after the response.
  await eventually(async () => {
    const found = await owner.client.in(hub).get(`search/?q=${word('answertext')}`);
    expect(found.data).toHaveLength(1);
  });
}, 180_000);
afterAll(() => server.stop());

/** The query strings for a route: every token by itself, where it has a text query. */
function queriesOf(path: string): string[] {
  const searches = secrets.map((secret) => `q=${word(secret)}`);
  if (path === 'search/') return searches;
  if (path === 'items/:id/rows/' || path === 'spaces/:slug/items/') {
    return ['page_size=100', ...searches];
  }
  if (path === 'items/:id/export/') return ['format=csv', 'format=json'];
  if (path === 'forms/:id/export/') return ['format=csv', 'format=json', 'format=files', 'format=xlsx'];
  if (path === 'forms/:id/submissions/newer/') return [`than=${randomUUID()}`];
  return ['page_size=100'];
}

/** The values for the first parameter of a route. */
function idsFor(path: string): readonly string[] {
  const [first = '', second = ''] = path.split('/');
  if (first === 'hubs') return [world.hub.domain_handle];
  return known[first === 'public' ? 'slugs' : first] ?? (second ? [randomUUID()] : []);
}

/** The URLs of a route, for every resource. */
function addressesOf(path: string): string[] {
  const queries = queriesOf(path);
  if (!path.includes(':')) return queries.map((query) => `${path}?${query}`);
  return idsFor(path).flatMap((id) => {
    const own = within[id] ?? {};
    const [start, ...rest] = path
      .split('/')
      .map((part) => (part.startsWith(':') ? part.slice(1) : `/${part}`));
    const parts = [start, ...rest];
    const at = parts.findIndex((part) => part !== undefined && !part.startsWith('/'));
    const filled = parts.map((part = '', n) => {
      if (part.startsWith('/')) return part.slice(1);
      if (n === at) return id;
      // A number of a version; the others are ids.
      return own[part] ?? (part === 'n' ? '1' : randomUUID());
    });
    return queries.map((query) => `${filled.join('/')}?${query}`);
  });
}

/** The text of a response, also of an archive. */
async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return bytes.toString();
  const files = await readArchive(bytes);
  return [...files].map(([name, content]) => `${name}\n${content}`).join('\n');
}

/** Routes that would end the session, or that need a secret of their own. */
const LEFT_OUT = ['auth/logout/', 'invites/:token/'];
const READING = routes.flatMap(({ method, path }) =>
  method === 'GET' && !LEFT_OUT.includes(path) ? [path] : [],
);

/** The secrets in a response; an echoed query does not count. */
function disclosedBy(text: string, address: string): Secret[] {
  const query = address.split('q=').at(-1)?.split('&')[0] ?? '';
  const withoutQuery = text.replaceAll(`"query":"${query}"`, '');
  return secrets.filter((secret) => withoutQuery.includes(word(secret)));
}

test('returns each secret only to those who may read it, on every route with every id', {
  timeout: 240_000,
}, async () => {
  const readers = new Map(secrets.map((secret) => [secret, new Set<Persona>()]));
  const wrong: string[] = [];
  for (const persona of personas) {
    const by = world.as(persona);
    for (const path of READING) {
      // An owner of the hub exports everything, of which the affected users are notified.
      if (path === 'hubs/:handle/export/' && persona === 'hub_owner') continue;
      for (const address of addressesOf(path)) {
        for (const secret of disclosedBy(await textOf(await by.fetch('GET', address)), address)) {
          readers.get(secret)?.add(persona);
          const allowed: readonly Persona[] = SECRETS[secret];
          if (!allowed.includes(persona)) wrong.push(`${persona} reads ${secret} at ${address}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  for (const [secret, by] of readers) expect([...by].sort(), secret).toEqual([...SECRETS[secret]].sort());
});

/** Headers that differ between any two responses. */
const OF_ITS_OWN = ['date', 'x-request-id', 'server-timing', 'connection', 'keep-alive'];
const METHODS = ['GET', 'HEAD', 'OPTIONS'];
const HEADERS: Record<string, string>[] = [{}, { range: 'bytes=0-3' }, { 'if-none-match': '*' }];

async function refusal(by: Client, method: string, address: string, headers: Record<string, string>) {
  const response = await by.fetch(method, address, undefined, { headers });
  const comparedHeaders = [...response.headers].filter(([name]) => !OF_ITS_OWN.includes(name));
  return JSON.stringify({ status: response.status, headers: comparedHeaders, body: await response.text() });
}

test.each(['anonymous', 'stranger', 'suspended', 'guest', 'member', 'admin', 'hub_owner'] as const)(
  'refuses what is hidden from the %s exactly like what is missing, for every method and header',
  async (persona) => {
    const by = world.as(persona);
    // Of each kind the one that only its author can see; a job of an import belongs to a table that everybody
    // can see.
    const hidden = [known.items?.[0], known.forms?.at(-1), known.slugs?.at(-1)];
    const paths = READING.filter((path) => /^(items|forms|public\/forms)\/:/.test(path));
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const address = addressesOf(path).find((one) => hidden.some((id) => id && one.includes(id))) ?? '';
      const id = hidden.find((one) => one && address.includes(one)) ?? '';
      const never = address.replace(id, path.startsWith('public') ? 'n'.repeat(id.length) : randomUUID());
      for (const method of METHODS) {
        for (const headers of HEADERS) {
          const [one, other] = [
            await refusal(by, method, address, headers),
            await refusal(by, method, never, headers),
          ];
          expect(one, `${method} ${address}`).toBe(other);
          if (method === 'GET') expect(one, address).toMatch(/"status":40[14]/);
        }
      }
    }
  },
);
