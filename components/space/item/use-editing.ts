import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentSaveState } from '#components/space/editor/save-state.ts';
import type { Item } from '#lib/contract/item.ts';
import { openEarly } from '#services/early-socket.ts';
import { getContent } from '#services/item.ts';

type Editing = {
  isOpen: boolean;
  /** The text is there to be written in. */
  isReady: boolean;
  /** It ends as soon as what was written is saved. */
  isEnding: boolean;
  save: DocumentSaveState;
  /** Opens the document's socket: what was pressed will open the text once it is let go. */
  prepare: () => void;
  open: () => void;
  end: () => void;
  setSave: (save: DocumentSaveState) => void;
  setReady: () => void;
};

type Phase = 'reading' | 'opening' | 'ready' | 'ending';

/**
 * Whether a document is being edited on its page. The address says so, so that a reload continues with it.
 * @param path the page's address, without query
 * @param refresh renders the page again
 */
export function useEditing({ id }: Item, path: string, refresh: () => unknown): Editing {
  const router = useRouter();
  const [phase, setPhase] = useState<Phase>(router.query.edit === '1' ? 'opening' : 'reading');
  const [save, setSave] = useState<DocumentSaveState>('saved');
  const wasRefreshed = useRef(false);
  const show = async (edit: boolean) => {
    await router.replace(edit ? `${path}?edit=1` : path, undefined, { shallow: true, scroll: false });
    // The router may have taken back a refresh that was on its way.
    if (!edit && wasRefreshed.current) await refresh();
  };

  const close = async () => {
    setPhase('reading');
    setSave('saved');
    wasRefreshed.current = false;
    // Has the text derived that the page shows, from what was written just now.
    await getContent(id).catch(() => undefined);
    wasRefreshed.current = true;
    await refresh();
  };
  const latest = useRef({ show, close });
  useEffect(() => {
    latest.current = { show, close };
  });
  const isEditAddress = router.query.edit === '1';
  const isEdited = phase !== 'reading';
  // What is opened is addressed once it is ready, and what ended as soon as the address says that it is edited: also
  // where that change of the address was still on its way.
  const isAddressed = isEdited ? phase !== 'ready' || isEditAddress : !isEditAddress;
  useEffect(() => {
    // Only now: a change of the address renders the app again, which the first letter would wait for.
    if (!isAddressed) void latest.current.show(isEdited);
  }, [isAddressed, isEdited]);
  const isEnding = phase === 'ending';
  useEffect(() => {
    // What can't be saved now is a draft, which the page shows.
    if (isEnding && save !== 'saving') void latest.current.close();
  }, [isEnding, save]);

  return {
    isOpen: isEdited,
    isReady: isEnding || phase === 'ready',
    isEnding,
    save,
    prepare: () => openEarly(id),
    open: () => {
      openEarly(id);
      setPhase('opening');
    },
    end: () => setPhase('ending'),
    setSave,
    setReady: useCallback(() => setPhase((before) => (before === 'opening' ? 'ready' : before)), []),
  };
}
