import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { routes } from '#server/routes.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { outcomeOf } from './attempt.ts';
import { renderScenarios } from './document.ts';
import {
  type FormResource,
  type ItemResource,
  outcomeOnForm,
  outcomeOnHub,
  outcomeOnItem,
  outcomeOnSpace,
  type Persona,
  personas,
  ROLES,
  type SpaceResource,
} from './matrix.ts';
import { ROUTES, type RouteScenario } from './routes.ts';
import { createWorld, type World } from './world.ts';

const SPACES: SpaceResource[] = ['S1', 'S2', 'S3'];
const ITEMS: ItemResource[] = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];

const FORMS: FormResource[] = ['F1', 'F2', 'F3', 'F4', 'F5'];

let server: TestServer;
let world: World;
let spaces: Record<SpaceResource, Space>;
let items: Record<ItemResource, Item>;
let forms: Record<FormResource, Form>;

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server);
  spaces = world.spaces;
  items = world.items;
  forms = world.forms;
}, 120_000);
beforeEach(() => world.invalidate());
afterAll(() => server.stop());

const named = Object.entries(ROUTES);
const of = <On extends RouteScenario['on']>(on: On) =>
  named.flatMap(([name, scenario]) =>
    scenario.on === on ? [[name, scenario as Extract<RouteScenario, { on: On }>] as const] : [],
  );

/** Ids of the resources that a persona may not know of: no response to them contains these. */
function unseenBy(persona: Persona): string[] {
  const all = { ...spaces, ...items, ...forms };
  const unseen = [...SPACES, ...ITEMS, ...FORMS].filter((resource) => !ROLES[resource][persona]);
  return unseen.map((resource) => all[resource].id);
}

/** What a persona was allowed to change is not what the next one needs. */
function invalidateChanged(route: string, response: ClientResponse): void {
  if (outcomeOf(response) === 'done' && !route.startsWith('GET ')) world.invalidate();
}

function expectNothingUnseen(persona: Persona, response: ClientResponse): void {
  const text = JSON.stringify(response.body);
  // One assertion: there are some two hundred thousand ids to look for.
  expect(
    unseenBy(persona).filter((id) => text.includes(id)),
    `${persona} is told of these`,
  ).toEqual([]);
}

test('lists every route of the API, and no other', () => {
  const mounted = routes.map(({ method, path }) => `${method} ${path}`).sort();
  expect(named.map(([name]) => name).sort()).toEqual(mounted);
});

test('matches docs/permission-scenarios.md', async () => {
  await expect(renderScenarios()).toMatchFileSnapshot('../../../docs/permission-scenarios.md');
});

// Exports and lists first: the tests of items and forms leave hundreds of both.
describe.each(of('space'))('%s', (route, { needs, send, changes }) => {
  test.each(SPACES)('%s: done by who may, unknown or forbidden to all others', async (resource) => {
    for (const persona of personas) {
      const expected = outcomeOnSpace(persona, resource, needs);
      const on = changes && expected === 'done' ? await world.makeSpace(resource) : spaces[resource];
      const response = await send({ by: world.as(persona), persona, on, world });
      invalidateChanged(route, response);
      expect(outcomeOf(response), `${persona}: ${JSON.stringify(response.body)}`).toBe(expected);
      expectNothingUnseen(persona, response);
    }
  });
});

describe.each(of('hub'))('%s', (route, { needs, send, signsOut }) => {
  test('done by whose role in the hub may, unknown or forbidden to all others', async () => {
    for (const persona of personas) {
      const expected = outcomeOnHub(persona, needs);
      // Success would end the scenario for all others; other tests cover it.
      if (signsOut && expected === 'done') continue;
      const response = await send({ by: world.as(persona), world });
      invalidateChanged(route, response);
      expect(outcomeOf(response), `${persona}: ${JSON.stringify(response.body)}`).toBe(expected);
      expectNothingUnseen(persona, response);
    }
  });
});

describe.each(of('list'))('%s', (_route, { send, contains }) => {
  test('contains all that its reader may see, and nothing else', async () => {
    for (const persona of personas) {
      const response = await send({ by: world.as(persona), world });
      expectNothingUnseen(persona, response);
      if (!response.ok || !contains) continue;
      const text = JSON.stringify(response.body);
      const resources = contains === 'spaces' ? SPACES : ITEMS;
      for (const resource of resources) {
        const { id } =
          resource in spaces ? spaces[resource as SpaceResource] : items[resource as ItemResource];
        if (ROLES[resource][persona]) expect(text, `${persona} misses ${resource}`).toContain(id);
      }
    }
  });
});

describe.each(of('item'))('%s', (route, { needs, send, changes, trashed, file, folder, table }) => {
  test.each(ITEMS)('%s: done by who may, unknown or forbidden to all others', async (resource) => {
    const fresh = async () => {
      const item = await world.makeItem(resource);
      if (trashed) expectData(await world.creatorOf(resource).delete(`items/${item.id}/`));
      return item;
    };
    const known = file ? world.files : folder ? world.folders : table ? world.tables : items;
    const shared = trashed ? await fresh() : known[resource];
    for (const persona of personas) {
      let expected = outcomeOnItem(persona, resource, needs);
      // Trashed resources are only known to users who may restore them.
      if (trashed && outcomeOnItem(persona, resource, 'restore') !== 'done') expected = 'unknown';
      const on = changes && expected === 'done' ? await fresh() : shared;
      const response = await send({ by: world.as(persona), on, resource, world });
      invalidateChanged(route, response);
      expect(outcomeOf(response), `${persona}: ${JSON.stringify(response.body)}`).toBe(expected);
      expectNothingUnseen(persona, response);
    }
  });
});

describe.each(of('form'))('%s', (route, { needs, send, changes, trashed }) => {
  test.each(FORMS)('%s: done by who may, unknown or forbidden to all others', async (resource) => {
    const fresh = async () => {
      const form = await world.makeForm(resource);
      if (trashed) expectData(await world.authorOf(resource).delete(`forms/${form.id}/`));
      return form;
    };
    const shared = trashed ? await fresh() : forms[resource];
    for (const persona of personas) {
      let expected = outcomeOnForm(persona, resource, needs);
      if (trashed && outcomeOnForm(persona, resource, 'restore') !== 'done') expected = 'unknown';
      const on = changes && expected === 'done' ? await fresh() : shared;
      const response = await send({ by: world.as(persona), on, resource, world });
      invalidateChanged(route, response);
      expect(outcomeOf(response), `${persona}: ${JSON.stringify(response.body)}`).toBe(expected);
      expectNothingUnseen(persona, response);
    }
  });
});

describe.each(of('account'))('%s', (name) => {
  test('is refused without a session', async () => {
    const [method = '', path = ''] = name.split(' ');
    const address = path.replace(/:\w+/g, items.I2.id);
    const response = await server.client.fetch(method, address, method === 'GET' ? undefined : {});
    expect(response.status).toBe(401);
  });
});
