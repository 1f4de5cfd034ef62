import type { TableData } from '#components/table/rows/table-data.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ItemPreview, TextPassage } from './item-preview.ts';

/** The initial data of an item's page. */
export type ItemPageData = {
  item: Item;
  /** The page's own address, without query and hash. */
  path: string;
  /** The space and the folders that the user may see, from the outermost in. */
  crumbs: { href: string; label: string }[];
  /** The first documents that lead to it. */
  mentions?: Item[];
  preview: ItemPreview;
  /** For a table or contact list: its columns and first rows. */
  table: TableData | null;
  view: 'preview' | 'text';
  /** The first page of the text, for the text view; null when it couldn't be loaded, or isn't shown. */
  text: TextPassage[] | null;
  /** The search query that led to the page; its matches are highlighted. */
  query: string;
  /** The reading time in whole minutes. */
  minutes: number | null;
  /** The beginning of the text, for link previews and search engines. */
  description: string;
};
