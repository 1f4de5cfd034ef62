import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { DisclosureDetails } from '#components/disclosure/DisclosureDetails.tsx';
import DisclosureDialog from '#components/disclosure/DisclosureDialog.tsx';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { RestoreVisibilityDialog } from '#components/trash/RestoreVisibilityDialog.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { moveItem } from '#services/item.ts';
import { type MoveDestination, MoveDialog } from './MoveDialog.tsx';

type MoveItemDialogProps = {
  item: Item;
  onClose: () => void;
  /** Called with the moved item and the name of its destination. */
  onMoved: (item: Item, place: string) => void;
};

/**
 * Moves an item into another folder or space; requests confirmation where more users would see it, or some would lose
 * access.
 */
export function MoveItemDialog({ item, onClose, onMoved }: MoveItemDialogProps) {
  const [pendingMove, setPendingMove] = useState<{ place: MoveDestination; disclosure: Disclosure } | null>(
    null,
  );
  const disclose = useDisclosure();

  /** If items in it have settings of their own, more users may see those whatever is chosen for the folder. */
  const moveAs = async ({ name, ...place }: MoveDestination, visibility: Visibility) => {
    const moved = await disclose((accepted) => moveItem(item, { ...place, visibility, ...accepted }));
    if (moved) onMoved(moved.data, name);
    else onClose();
  };
  const moveKnowing = async ({ name, ...place }: MoveDestination, { disclosure }: Disclosure) => {
    const moved = await disclose((accepted) =>
      moveItem(item, { ...place, ask_losses: true, disclosure, ...accepted }),
    );
    if (moved) onMoved(moved.data, name);
    else onClose();
  };
  const tryMove = async (place: MoveDestination) => {
    const { name, ...to } = place;
    try {
      onMoved((await moveItem(item, { ...to, ask_losses: true })).data, name);
    } catch (error) {
      const disclosure = disclosureOf(error);
      if (!disclosure) throw error;
      setPendingMove({ place, disclosure });
    }
  };

  if (pendingMove) {
    const { place, disclosure } = pendingMove;
    if (disclosure.things_count === 0)
      return (
        <DisclosureDialog
          disclosure={disclosure}
          onClose={onClose}
          onConfirm={() => moveKnowing(place, disclosure)}
        />
      );
    return (
      <RestoreVisibilityDialog
        title={<FormattedMessage id="move.wider_title" />}
        text={
          <FormattedMessage
            id="move.wider_text"
            values={{ title: <bdi>{item.title}</bdi>, place: <bdi>{place.name}</bdi> }}
          />
        }
        note={<DisclosureDetails disclosure={disclosure} max={3} />}
        place={place.name}
        submit={<FormattedMessage id="move.submit" />}
        onClose={onClose}
        onChosen={(visibility) => moveAs(place, visibility)}
      />
    );
  }
  return (
    <MoveDialog
      title={<FormattedMessage id="move.title" values={{ title: <bdi>{item.title}</bdi> }} />}
      from={{ space: item.space_slug, parent: item.parent_id }}
      hidden={[item.id]}
      onChosen={tryMove}
      onClose={onClose}
    />
  );
}
