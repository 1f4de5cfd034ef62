import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { Answer, Client } from '#tests/harness/client.ts';
import { PASSWORD } from '#tests/harness/people.ts';
import type { HubNeed, ItemNeed, SpaceNeed } from './matrix.ts';
import type { World } from './world.ts';

type Attempt<On> = (by: Client, on: On, world: World) => Promise<Answer>;

/**
 * Which scenario each route of the API belongs to. `changes`: what is done by it is done to a thing of its own, since the
 * next attempt needs one as it was.
 */
export type RouteScenario =
  | { on: 'item'; needs: ItemNeed; send: Attempt<Item>; changes?: boolean; trashedBefore?: boolean }
  | { on: 'space'; needs: SpaceNeed; send: Attempt<Space>; changes?: boolean }
  | { on: 'hub'; needs: HubNeed; send: (by: Client, world: World) => Promise<Answer>; changes?: boolean }
  /** Many things at once: what its reader may see, all of it and nothing else. */
  | { on: 'list'; send: (by: Client, world: World) => Promise<Answer>; holds?: 'spaces' | 'items' }
  /** About the caller's own account; nobody without one. */
  | { on: 'account' }
  /** Open to anybody: it tells nothing of a hub, or proves its right by a secret of its own. */
  | { on: 'nothing'; because: string };

const asksAgain = 'its secret (a token, a code, a password) is its right; its own tests guess it';

export const ROUTES: Record<string, RouteScenario> = {
  'GET core/basic-settings/': { on: 'nothing', because: 'constants of the app' },
  'POST auth/register/': { on: 'nothing', because: 'makes an account' },
  'POST auth/login/': { on: 'nothing', because: asksAgain },
  'POST auth/password/forgot/': { on: 'nothing', because: 'answers alike for every address' },
  'POST auth/password/reset/': { on: 'nothing', because: asksAgain },
  'GET auth/logout/': { on: 'account' },
  'GET auth/me/': { on: 'account' },
  'PATCH auth/me/': { on: 'account' },
  'DELETE auth/me/': { on: 'account' },
  'POST auth/password/change/': { on: 'account' },
  'GET auth/sessions/': { on: 'account' },
  'DELETE auth/sessions/:id/': { on: 'account' },
  'GET users/:id/avatar/': { on: 'account' },
  'GET hubs/': { on: 'account' },
  'POST hubs/': { on: 'account' },
  'GET hubs/check/': { on: 'account' },
  'GET invites/:token/': { on: 'nothing', because: asksAgain },
  'POST invites/:token/accept/': { on: 'account' },
  'POST invites/:token/decline/': { on: 'account' },

  'GET items/:id/': { on: 'item', needs: 'view', send: (by, { id }) => by.get(`items/${id}/`) },
  'GET items/:id/content/': {
    on: 'item',
    needs: 'download',
    send: (by, { id }) => by.get(`items/${id}/content/`),
  },
  'PATCH items/:id/': {
    on: 'item',
    needs: 'change',
    send: (by, { id }) => by.patch(`items/${id}/`, { title: 'Another title' }),
    changes: true,
  },
  'DELETE items/:id/': {
    on: 'item',
    needs: 'trash',
    send: (by, { id }) => by.delete(`items/${id}/`),
    changes: true,
  },
  'POST items/:id/restore/': {
    on: 'item',
    needs: 'restore',
    send: (by, { id }) => by.post(`items/${id}/restore/`),
    changes: true,
    trashedBefore: true,
  },

  'GET spaces/:slug/': { on: 'space', needs: 'view', send: (by, { slug }) => by.get(`spaces/${slug}/`) },
  'PATCH spaces/:slug/': {
    on: 'space',
    needs: 'change',
    send: (by, { slug }) => by.patch(`spaces/${slug}/`, { description: 'Another' }),
  },
  'GET spaces/:slug/items/': {
    on: 'space',
    needs: 'view',
    send: (by, { slug }) => by.get(`spaces/${slug}/items/`),
  },
  'POST spaces/:slug/items/': {
    on: 'space',
    needs: 'create item',
    send: (by, { slug }) => by.post(`spaces/${slug}/items/`, { kind: 'folder', title: 'New' }),
  },

  'GET spaces/': {
    on: 'list',
    send: (by) => by.get('spaces/', { query: { page_size: 100 } }),
    holds: 'spaces',
  },
  'GET search/': {
    on: 'list',
    send: (by) => by.get('search/', { query: { q: 'scenario', page_size: 100 } }),
    holds: 'items',
  },

  'GET hubs/:handle/': {
    on: 'hub',
    needs: 'view',
    send: (by, { hub }) => by.get(`hubs/${hub.domain_handle}/`),
  },
  'PATCH hubs/:handle/': {
    on: 'hub',
    needs: 'change settings',
    send: (by, { hub }) => by.patch(`hubs/${hub.domain_handle}/`, { description: 'Another' }),
  },
  'DELETE hubs/:handle/': {
    on: 'hub',
    needs: 'transfer, delete',
    send: (by, { hub }) => by.delete(`hubs/${hub.domain_handle}/`, { password: PASSWORD }),
    changes: true,
  },
};
