import { FormattedMessage } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import { getItem, moveItem } from '#services/item.ts';

/** Shows where an item was moved, with a button that moves it back: `notice(before, moved, place, onBack)`. */
export function useMoveNotice() {
  const toast = useToast();
  const disclose = useDisclosure();

  const putBack = async (before: Item, moved: Item, onBack: (item: Item) => void) => {
    try {
      // It may have been renamed or edited since: only the move is undone.
      const now = (await getItem(moved.id)).data;
      const back = {
        parent: before.parent_id,
        // The slug is missing for a space that the user can't see; its folder identifies the space.
        ...(before.space_slug ? { space: before.space_slug } : {}),
        ...(before.position ? { position: before.position } : {}),
        ...(before.visibility === moved.visibility ? {} : { visibility: before.visibility }),
      };
      const changed = await disclose((accepted) => moveItem(now, { ...back, ...accepted }));
      if (!changed) return;
      onBack(changed.data);
      toast({
        tone: 'success',
        text: <FormattedMessage id="move.moved_back" values={{ title: <bdi>{before.title}</bdi> }} />,
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return (before: Item, moved: Item, place: string, onBack: (item: Item) => void) =>
    toast({
      tone: 'success',
      text: (
        <FormattedMessage
          id="move.moved"
          values={{ title: <bdi>{moved.title}</bdi>, place: <bdi>{place}</bdi> }}
        />
      ),
      action: {
        label: <FormattedMessage id="item.undo" />,
        onSelect: () => void putBack(before, moved, onBack),
      },
    });
}
