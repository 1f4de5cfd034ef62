import { ClipboardList, Download, FileClock, FileUp, History, Keyboard, Search } from 'lucide-react';

/** The icons of a table's menu, which are loaded after the page. */
export const ENTRY_ICONS = {
  import: FileUp,
  imports: FileClock,
  form: ClipboardList,
  deleted: History,
  find: Search,
  export: Download,
  keys: Keyboard,
};
export type EntryIcons = typeof ENTRY_ICONS;
