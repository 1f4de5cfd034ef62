import { useRouter } from 'next/router';
import { useState } from 'react';

import { type SpaceView, viewPath } from '#components/space/view/space-view.ts';
import type { DialogKind, NewEntryKind } from './NewMenu.tsx';

/** What is being created in a space: its page, dialog or line in the list, and the sheet of a phone to choose it. */
export function useNewEntries(base: string, view: SpaceView, chooseFiles: () => void) {
  const router = useRouter();
  const [chosen, setMaking] = useState<DialogKind | null>(null);
  const making = chosen ?? (router.query.new === 'document' ? 'document' : null);
  const [dialog, setDialog] = useState<'import' | 'template' | null>(null);
  const make = (entryKind: NewEntryKind) => {
    if (entryKind === 'form') void router.push(`${base}/forms/new`);
    else if (entryKind === 'upload') chooseFiles();
    else if (entryKind === 'import' || entryKind === 'template') setDialog(entryKind);
    else setMaking(entryKind);
  };
  const closeSheet = () =>
    void router.replace(viewPath(base, view), undefined, { shallow: true, scroll: false });

  return {
    /** What gets its name in the list. */
    making,
    dialog,
    closeDialog: () => setDialog(null),
    make,
    isSheetOpen: router.query.new === 'item' && !making,
    closeSheet,
    makeFromSheet: (entryKind: NewEntryKind) => {
      // A form is created on a page of its own, so that no parameter has to be removed from the address.
      if (entryKind !== 'form') closeSheet();
      make(entryKind);
    },
    end: () => {
      setMaking(null);
      if (router.query.new === 'document') closeSheet();
    },
  };
}
