import { Star } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Space } from '#lib/contract/space.ts';
import { setFavourite } from '#services/space.ts';

const StarButton = styled(IconButton)`
  &[aria-pressed='true'] svg {
    fill: currentcolor;
  }
`;

/** Adds a space to the user's favourites in the sidebar, or removes it. */
export function FavouriteStar({ space }: { space: Space }) {
  const intl = useIntl();
  const refresh = usePageRefresh();
  const toast = useToast();
  const { shortcuts } = useShell();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const starred = wanted ?? shortcuts.favourites.some(({ id }) => id === space.id);

  const toggle = async () => {
    setWanted(!starred);
    try {
      await setFavourite(space, !starred);
      await refresh();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setWanted(null);
    }
  };

  return (
    <StarButton
      icon={Star}
      label={intl.formatMessage({ id: 'space.star' })}
      aria-pressed={starred}
      onClick={() => void toggle()}
    />
  );
}
