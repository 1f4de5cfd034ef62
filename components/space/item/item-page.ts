import type { TableData } from '#components/table/table-data.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ItemPreview, TextPassage } from './item-preview.ts';

/** Everything that an item's page shows first. */
export type ItemPageData = {
  item: Item;
  /** The page's own address, without query and hash. */
  path: string;
  /** The space and the folders that the reader may see, from the outermost in. */
  crumbs: { href: string; label: string }[];
  preview: ItemPreview;
  /** Of a table or contact list: its columns and first rows. */
  table: TableData | null;
  view: 'preview' | 'text';
  /** The first page of the text, in its own view; null when it couldn't be loaded, or isn't shown. */
  text: TextPassage[] | null;
  /** What was searched for when the page was opened; marked in the text. */
  query: string;
  /** Whole minutes that reading takes. */
  minutes: number | null;
  /** The first words, for link previews and search engines. */
  description: string;
};
