import { FormattedMessage } from 'react-intl';
import type { Item } from '#lib/contract/item.ts';
import { type ChosenPlace, MoveDialog } from './MoveDialog.tsx';

type MoveSeveralProps = {
  items: readonly Item[];
  onClose: () => void;
  onChosen: (place: ChosenPlace) => void;
};

/** Asks into which folder or space several items go. */
export function MoveSeveral({ items, onClose, onChosen }: MoveSeveralProps) {
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
