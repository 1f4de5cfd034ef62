import { useRouter } from 'next/router';
import { useState } from 'react';
import { pathWith } from '#lib/browser/path-with.ts';
import type { ContactDialog } from './ContactDialogs.tsx';

/** The dialog that is open over the people of a contact list; an open person is in the address. */
export function useContactDialog() {
  const router = useRouter();
  // Rows of any table are addressed by `open`: what a lookup links to is here a person.
  const requested = router.query.person ?? router.query.open;
  const [shown, setShown] = useState<ContactDialog | null>(
    typeof requested === 'string' ? { dialog: 'person', id: requested } : null,
  );
  const open = (next: ContactDialog | null) => {
    setShown(next);
    const person = next?.dialog === 'person' ? next.id : null;
    const path = pathWith(pathWith(router.asPath, 'open', null), 'person', person);
    if (path !== router.asPath) void router.replace(path, undefined, { shallow: true, scroll: false });
  };
  return { shown, open };
}
