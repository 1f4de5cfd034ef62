import type { FormEntry } from '#lib/contract/form.ts';
import type { FolderStep, Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import type { SpaceView } from './space-view.ts';

/** What a space's screen is rendered from. */
export type SpaceScreenProps = {
  /** The hub's handle, as the address has it. */
  handle: string;
  space: Space;
  view: SpaceView;
  items: ListPage<Item>;
  /** The first of its forms, where they belong to what is shown: on its top level. */
  listedForms: FormEntry[];
  /** The folders from the space's top level to the one that is shown. */
  folders: FolderStep[];
  /** Bytes of the largest file that is taken; null is not known. */
  maxBytes: number | null;
};
