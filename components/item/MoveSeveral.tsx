import { FormattedMessage } from 'react-intl';
import { useDisclosure } from '#components/sharing/DisclosureProvider.tsx';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import { moveItems } from '#services/item.ts';
import { MoveDialog } from './MoveDialog.tsx';

type MoveSeveralProps = {
  items: readonly Item[];
  onClose: () => void;
  /** What was moved and what was not, and what the place is called. */
  onMoved: (result: ItemsResult, place: string) => void;
};

/** Puts several items into another folder or space; what more people would see is asked once for all of them. */
export function MoveSeveral({ items, onClose, onMoved }: MoveSeveralProps) {
  const disclose = useDisclosure();
  const ids = items.map(({ id }) => id);
  const parents = new Set(items.map((item) => item.parent_id));
  const [parent] = parents;
  return (
    <MoveDialog
      title={<FormattedMessage id="move.title_several" values={{ count: items.length }} />}
      from={{ space: items[0]?.space_slug ?? '', parent: parents.size === 1 ? parent : undefined }}
      hidden={ids}
      onChosen={async ({ name, ...place }) => {
        const moved = await disclose((accepted) => moveItems({ ids, ...place, ...accepted }));
        if (moved) onMoved(moved.data, name);
        else onClose();
      }}
      onClose={onClose}
    />
  );
}
