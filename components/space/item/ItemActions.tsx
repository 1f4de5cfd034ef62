import {
  Check,
  Copy,
  CopyPlus,
  Download,
  Ellipsis,
  FileInput,
  FileOutput,
  FolderInput,
  FoldHorizontal,
  History,
  Info,
  LayoutTemplate,
  MessageSquare,
  MoveHorizontal,
  Pencil,
  PenLine,
  Trash2,
} from 'lucide-react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { CommentsButton } from '#components/space/comments/use-item-comments.tsx';
import { Button, IconButton, LinkButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { menuGroups } from '#components/ui/menu-groups.ts';
import type { ItemOperation } from '#lib/access/operations.ts';
import type { Visibility } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';
import { below } from '#styles/tokens.ts';
import { CONVERT_LABELS, convertible } from './convertible.tsx';
import { VisibilityMenu } from './VisibilityMenu.tsx';

/** A narrow header has no room for it while the text is edited: there, the save state is more important. */
const WhileReading = styled.div<{ $isHidden: boolean }>`
  display: contents;

  ${below('sm')} {
    display: ${({ $isHidden }) => ($isHidden ? 'none' : 'contents')};
  }
`;

type ItemActionsProps = {
  item: Item;
  /** The text can be edited, and isn't being edited now. */
  canEdit: boolean;
  /** Opens and closes the comments; null where the user takes no part in them. */
  comments: CommentsButton | null;
  onEdit: () => void;
  /** Editing is near: its code can be loaded. */
  onEditSoon: () => void;
  /** *Edit* is pressed, and not let go yet. */
  onEditPress: () => void;
  /** Ends editing; null while the text isn't being edited. */
  onDone: (() => void) | null;
  /** What was written is being saved before editing ends. */
  isEnding: boolean;
  /** Opens the document's versions; null where there are none to be seen. */
  onVersions: (() => void) | null;
  /** Shows the document at full width, or at the usual one again; null for who may not change it. */
  onWidth: (() => void) | null;
  /** Copies the document's Markdown; null for what is no document written here. */
  onCopyMarkdown: (() => void) | null;
  /** Opens the export; null for what is no document written here. */
  onExport: (() => void) | null;
  /** Opens the conversion of its file to a document or table. */
  onConvert: () => void;
  /** Null where there is no text, or the hub's templates are not theirs. */
  onSaveTemplate: (() => void) | null;
  onRename: () => void;
  onDuplicate: () => void;
  onVisibility: (visibility: Visibility) => void;
  onShare: () => void;
  onMove: () => void;
  onDetails: () => void;
  /** What the item is to the user alone. */
  personal: readonly (MenuEntry | null)[];
  onTrash: () => void;
};

/** What the menu of an item offers. */
function itemEntries({
  item,
  onVersions,
  onWidth,
  onCopyMarkdown,
  onExport,
  onConvert,
  onSaveTemplate,
  onRename,
  onDuplicate,
  onMove,
  onDetails,
  personal,
  onTrash,
}: ItemActionsProps): MenuEntry[] {
  const may = (operation: ItemOperation) => item.allowed.includes(operation);
  const conversion = convertible(item);
  return menuGroups(
    personal,
    [
      may('item.change') && {
        label: <FormattedMessage id="item.rename" />,
        icon: Pencil,
        onSelect: onRename,
      },
      may('item.change') && {
        label: <FormattedMessage id="item_list.duplicate" />,
        icon: CopyPlus,
        onSelect: onDuplicate,
      },
      may('item.move') &&
        item.space_slug !== '' && {
          label: <FormattedMessage id="move.open" />,
          icon: FolderInput,
          onSelect: onMove,
        },
      onVersions !== null && {
        label: <FormattedMessage id="versions.open" />,
        icon: History,
        onSelect: onVersions,
      },
      onWidth !== null && {
        label: <FormattedMessage id={item.full_width ? 'item.usual_width' : 'item.full_width'} />,
        icon: item.full_width ? FoldHorizontal : MoveHorizontal,
        onSelect: onWidth,
      },
      { label: <FormattedMessage id="item.details" />, icon: Info, onSelect: onDetails },
    ],
    [
      onCopyMarkdown !== null && {
        label: <FormattedMessage id="editor.copy_markdown" />,
        icon: Copy,
        onSelect: onCopyMarkdown,
      },
      onExport !== null && {
        label: <FormattedMessage id="export.open" />,
        icon: FileOutput,
        onSelect: onExport,
      },
      conversion !== null && {
        label: CONVERT_LABELS[conversion],
        icon: FileInput,
        onSelect: onConvert,
      },
      onSaveTemplate !== null && {
        label: <FormattedMessage id="templates.save" />,
        icon: LayoutTemplate,
        onSelect: onSaveTemplate,
      },
    ],
    [
      may('item.trash') && {
        label: <FormattedMessage id="item.trash" />,
        icon: Trash2,
        danger: true,
        onSelect: onTrash,
      },
    ],
  );
}

/** The actions that the user may take on the item; the primary one last. */
export function ItemActions(props: ItemActionsProps) {
  const { item, canEdit, comments, onEdit, onEditSoon, onEditPress, onDone, isEnding } = props;
  const { onVisibility, onShare } = props;
  const intl = useIntl();
  const may = (operation: ItemOperation) => item.allowed.includes(operation);
  return (
    <>
      {comments && <CommentsToggle {...comments} />}
      <Menu entries={itemEntries(props)} align="end">
        {(trigger) => (
          <IconButton {...trigger} icon={Ellipsis} label={intl.formatMessage({ id: 'item.more' })} />
        )}
      </Menu>
      {may('item.share') && (
        <WhileReading $isHidden={onDone !== null}>
          <VisibilityMenu
            visibility={item.visibility}
            effective={item.effective_visibility}
            onChoose={onVisibility}
            onShare={onShare}
          />
        </WhileReading>
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
        <Button
          variant="primary"
          icon={PenLine}
          collapses
          onPointerEnter={onEditSoon}
          onFocus={onEditSoon}
          onPointerDown={onEditPress}
          onClick={onEdit}
        >
          <FormattedMessage id="item.edit" />
        </Button>
      )}
      {onDone && (
        <Button variant="primary" icon={Check} collapses busy={isEnding} onClick={onDone}>
          <FormattedMessage id="item.editor_done" />
        </Button>
      )}
    </>
  );
}

/** Opens and closes the comments, with their number. */
function CommentsToggle({ open, count, hasMore, onToggle }: CommentsButton) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'comments.open_panel' }, { count: count ?? 0 });
  return (
    <Button
      variant="quiet"
      icon={MessageSquare}
      aria-expanded={open}
      title={label}
      aria-label={label}
      onClick={onToggle}
    >
      {count !== null && count > 0 && (
        <>
          <FormattedNumber value={count} />
          {hasMore && '+'}
        </>
      )}
    </Button>
  );
}
