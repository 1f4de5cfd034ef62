import type { z } from 'zod';
import type { createItemRequest } from '#lib/contract/item.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import type { ItemView } from './item.repo.ts';
import type { SignedIn } from './item.service.ts';

/** Handlers of an item kind with more data than a text or a file. */
export type ItemKindHandler = {
  kinds: readonly ItemKind[];
  /** Makes one by a request of `POST spaces/{slug}/items/`. */
  create(
    services: Services,
    caller: SignedIn,
    space: Authorized<SpaceView, 'space.create_item'>,
    body: z.output<typeof createItemRequest>,
  ): Promise<ItemView>;
  /**
   * Copies the data that `from` has beside its own row into `to`, which is new; in the transaction of the
   * copy.
   */
  copy(trx: Transaction, from: string, to: { id: string; hub_id: string }): Promise<void>;
  /** Whether an item of the kind has this row. */
  hasRow(trx: Transaction, itemId: string, rowId: string): Promise<boolean>;
};

const handlers = new Map<ItemKind, ItemKindHandler>();

/** Registers the handlers; called once, where the routes are put together (`server/routes.ts`). */
export function registerItemKinds(kinds: readonly ItemKindHandler[]): void {
  for (const handler of kinds) for (const kind of handler.kinds) handlers.set(kind, handler);
}

/** The handler of a kind; undefined for a plain one. */
export function itemKindHandler(kind: ItemKind): ItemKindHandler | undefined {
  return handlers.get(kind);
}
