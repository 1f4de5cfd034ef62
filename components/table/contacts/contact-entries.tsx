import { Download, FileUp, Tags } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { Item } from '#lib/contract/item.ts';
import { CONTACT_FORMATS, contactsExportUrl } from '#services/contact-exports.ts';

const FORMAT_NAMES = { vcf: 'vCard', csv: 'CSV', xlsx: 'Excel' } as const;

export type ContactEntries = {
  item: Item;
  /** What is searched for: exports have what it finds. */
  q?: string;
  /** The group that is shown: exports have it alone. */
  group?: string;
  /** The filter of the people that are shown: exports have these alone. */
  filter?: string;
  /** The formats that are offered. */
  formats?: readonly (typeof CONTACT_FORMATS)[number][];
  /** Null for who may not import, and for what is imported elsewhere. */
  onImportCards: (() => void) | null;
  onImportTable?: (() => void) | null;
  onLabels?: (() => void) | null;
};

/** The entries of a contact list's imports and exports; none for who may do neither. */
export function contactEntries(options: ContactEntries): MenuEntry[] {
  const {
    item,
    q = '',
    group = '',
    filter = '',
    formats = CONTACT_FORMATS,
    onImportCards,
    onImportTable = null,
    onLabels = null,
  } = options;
  const entries: MenuEntry[] = [];
  if (onImportCards) {
    const label = <FormattedMessage id="contacts.import_cards" />;
    entries.push({ icon: FileUp, label, onSelect: onImportCards });
  }
  if (onImportTable) {
    const label = <FormattedMessage id="contacts.import_table" />;
    entries.push({ icon: FileUp, label, onSelect: onImportTable });
  }
  if (onLabels) {
    const label = <FormattedMessage id="contacts.labels_manage" />;
    entries.push({ icon: Tags, label, onSelect: onLabels });
  }
  if (item.allowed.includes('item.download')) {
    for (const format of formats) {
      const label = <FormattedMessage id="contacts.export" values={{ format: FORMAT_NAMES[format] }} />;
      const onSelect = () => startDownload(contactsExportUrl(item.id, format, { q, view: group, filter }));
      entries.push({ icon: Download, label, onSelect });
    }
  }
  return entries;
}

/** The entries that the menu of a table does not have. */
export const entriesBesideTable = (item: Item, onImportCards: ContactEntries['onImportCards']): MenuEntry[] =>
  contactEntries({ item, formats: ['vcf'], onImportCards });
