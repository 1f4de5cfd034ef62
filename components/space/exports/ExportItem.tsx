import { FormattedMessage } from 'react-intl';
import type { Item } from '#lib/contract/item.ts';
import { itemExportUrl } from '#services/item.ts';
import { ExportDialog } from './ExportDialog.tsx';

type ExportItemProps = { item: Pick<Item, 'id' | 'kind' | 'title' | 'allowed'>; onClose: () => void };

/** Downloads a document in a format, or a folder as an archive of documents and files. */
export function ExportItem({ item, onClose }: ExportItemProps) {
  return (
    <ExportDialog
      title={<FormattedMessage id="export.title" values={{ title: <bdi>{item.title}</bdi> }} />}
      text={item.kind === 'folder' && <FormattedMessage id="export.folder_text" />}
      versionsHelp={
        item.kind === 'folder' &&
        item.allowed.includes('item.change') && <FormattedMessage id="export.versions_help" />
      }
      urlOf={(format, versions) => itemExportUrl(item.id, { format, versions })}
      onClose={onClose}
    />
  );
}
