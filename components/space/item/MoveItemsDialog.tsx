import { FormattedMessage } from 'react-intl';
import type { Item } from '#lib/contract/item.ts';
import { type MoveDestination, MoveDialog } from './MoveDialog.tsx';

type MoveItemsDialogProps = {
  items: readonly Item[];
  onClose: () => void;
  onChosen: (place: MoveDestination) => void;
};

/** Lets the user choose a folder or space to move several items to. */
export function MoveItemsDialog({ items, onClose, onChosen }: MoveItemsDialogProps) {
  const parents = new Set(items.map((item) => item.parent_id));
  const [parent] = parents;
  return (
    <MoveDialog
      title={<FormattedMessage id="move.title_several" values={{ count: items.length }} />}
      from={{ space: items[0]?.space_slug ?? '', parent: parents.size === 1 ? parent : undefined }}
      hidden={items.map(({ id }) => id)}
      onChosen={async (place) => onChosen(place)}
      onClose={onClose}
    />
  );
}
