import { useEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { Builder } from '#components/forms/builder/context/builder-context.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { type Selected, useSelection } from '#components/forms/draft/selection-context.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { actionTools } from './action-tools.tsx';
import { addingActions } from './adding.ts';
import { copyingActions } from './copying.tsx';
import type { PendingMove } from './MoveFieldDialog.tsx';
import { movingActions } from './moving.ts';
import { removingActions } from './removing.tsx';

const idOf = (selected: Selected): string | null => (selected.kind === 'form' ? null : selected.id);

/** The actions of the builder's buttons and keys: each can be undone, and is announced to screen readers. */
export function useBuilderActions(ask: (move: PendingMove) => void): Builder {
  const intl = useIntl();
  const toast = useToast();
  const storage = useAccountStorage();
  const { change, now, revert } = useDraft();
  const { selected, select, goTo, announce } = useSelection();
  const selectedNow = useRef<string | null>(null);
  useEffect(() => {
    selectedNow.current = idOf(selected);
  }, [selected]);

  return useMemo<Builder>(() => {
    const selectedId = () => selectedNow.current;
    const tools = actionTools({
      intl,
      toast,
      storage,
      change,
      now,
      revert,
      select,
      goTo,
      announce,
      ask,
      selectedId,
    });
    return {
      ...addingActions(tools),
      ...removingActions(tools),
      ...copyingActions(tools),
      ...movingActions(tools),
      select,
      edit: goTo,
    };
  }, [intl, toast, storage, change, now, revert, select, goTo, announce, ask]);
}
