import type { FormEntry } from '#lib/contract/form.ts';
import type { FolderStep, Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import type { SpaceView } from './space-view.ts';

/** The initial data of a space's screen. */
export type SpaceScreenProps = {
  /** The hub's handle, as the address has it. */
  handle: string;
  space: Space;
  view: SpaceView;
  items: ListPage<Item>;
  /** The first forms of the space, where the view includes them: on its top level. */
  listedForms: FormEntry[];
  /** The folders from the space's top level to the displayed one. */
  folders: FolderStep[];
  /** Size limit of a file in bytes; null if unknown. */
  maxBytes: number | null;
};
