import { Download, Ellipsis, FolderInput, Info, Pencil, PenLine, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton, LinkButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';
import { VisibilityMenu } from './VisibilityMenu.tsx';

type ItemActionsProps = {
  item: Item;
  /** The text can be edited, and isn't being edited now. */
  canEdit: boolean;
  onEdit: () => void;
  onRename: () => void;
  onVisibility: (visibility: Visibility) => void;
  onShare: () => void;
  onMove: () => void;
  onDetails: () => void;
  onTrash: () => void;
};

/** The actions that the user may take on the item; the primary one last. */
export function ItemActions({
  item,
  canEdit,
  onEdit,
  onRename,
  onVisibility,
  onShare,
  onMove,
  onDetails,
  onTrash,
}: ItemActionsProps) {
  const intl = useIntl();
  const may = (operation: string) => item.allowed.includes(operation);
  const entries: MenuEntry[] = [
    { label: <FormattedMessage id="item.details" />, icon: Info, onSelect: onDetails },
  ];
  if (may('item.change')) {
    entries.push({ label: <FormattedMessage id="item.rename" />, icon: Pencil, onSelect: onRename });
  }
  if (may('item.move') && item.space_slug) {
    entries.push({ label: <FormattedMessage id="move.open" />, icon: FolderInput, onSelect: onMove });
  }
  if (may('item.trash')) {
    entries.push(
      { separator: true },
      { label: <FormattedMessage id="item.trash" />, icon: Trash2, danger: true, onSelect: onTrash },
    );
  }
  return (
    <>
      <Menu entries={entries} align="end">
        {(trigger) => (
          <IconButton {...trigger} icon={Ellipsis} label={intl.formatMessage({ id: 'item.more' })} />
        )}
      </Menu>
      {may('item.share') && (
        <VisibilityMenu
          visibility={item.visibility}
          effective={item.effective_visibility}
          onChoose={onVisibility}
          onShare={onShare}
        />
      )}
      {item.file_name !== null && may('item.download') && (
        <LinkButton
          href={downloadUrl(item.id)}
          prefetch={false}
          download={downloadName(item)}
          variant="primary"
          icon={Download}
          collapses
        >
          <FormattedMessage id="item.download" />
        </LinkButton>
      )}
      {canEdit && (
        <Button variant="primary" icon={PenLine} collapses onClick={onEdit}>
          <FormattedMessage id="item.edit" />
        </Button>
      )}
    </>
  );
}
