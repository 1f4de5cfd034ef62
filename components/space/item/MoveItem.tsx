import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { DisclosureDetails } from '#components/disclosure/DisclosureDetails.tsx';
import DisclosureDialog from '#components/disclosure/DisclosureDialog.tsx';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { WhoMaySee } from '#components/trash/WhoMaySee.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { moveItem } from '#services/item.ts';
import { type ChosenPlace, MoveDialog } from './MoveDialog.tsx';

type MoveItemProps = {
  item: Item;
  onClose: () => void;
  /** Where it is now, and what that is called. */
  onMoved: (item: Item, place: string) => void;
};

/** Puts an item into another folder or space; asks who may see it where more people would, and where some lose it. */
export function MoveItem({ item, onClose, onMoved }: MoveItemProps) {
  const [asked, setAsked] = useState<{ place: ChosenPlace; disclosure: Disclosure } | null>(null);
  const disclose = useDisclosure();

  /** Where something in it has settings of its own, more people may see that whatever is chosen for the folder. */
  const moveAs = async ({ name, ...place }: ChosenPlace, visibility: Visibility) => {
    const moved = await disclose((accepted) => moveItem(item, { ...place, visibility, ...accepted }));
    if (moved) onMoved(moved.data, name);
    else onClose();
  };
  const moveKnowing = async ({ name, ...place }: ChosenPlace, { disclosure }: Disclosure) => {
    const moved = await disclose((accepted) =>
      moveItem(item, { ...place, ask_losses: true, disclosure, ...accepted }),
    );
    if (moved) onMoved(moved.data, name);
    else onClose();
  };
  const tryMove = async (place: ChosenPlace) => {
    const { name, ...to } = place;
    try {
      onMoved((await moveItem(item, { ...to, ask_losses: true })).data, name);
    } catch (error) {
      const disclosure = disclosureOf(error);
      if (!disclosure) throw error;
      setAsked({ place, disclosure });
    }
  };

  if (asked) {
    const { place, disclosure } = asked;
    if (disclosure.things_count === 0)
      return (
        <DisclosureDialog
          disclosure={disclosure}
          onClose={onClose}
          onConfirm={() => moveKnowing(place, disclosure)}
        />
      );
    return (
      <WhoMaySee
        title={<FormattedMessage id="move.wider_title" />}
        text={
          <FormattedMessage
            id="move.wider_text"
            values={{ title: <bdi>{item.title}</bdi>, place: <bdi>{place.name}</bdi> }}
          />
        }
        note={<DisclosureDetails disclosure={disclosure} most={3} />}
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
