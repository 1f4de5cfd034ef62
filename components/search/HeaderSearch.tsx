import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useGuardedNavigation } from '#components/ui/guarded-navigation.ts';
import { isTyping } from '#components/ui/is-typing.ts';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { KeyboardKey, SearchField } from '#components/ui/SearchField.tsx';
import { searchPath } from './search-path.ts';

const loadPalette = () => import('./SearchPalette.tsx').then((file) => file.default);
// Available offline too: its code is prefetched.
const SearchPalette = lazyDialog(loadPalette);

/** A failure now is retried, and shown, when it opens. */
const preload = () => void loadPalette().catch(() => undefined);

/**
 * The search field in the header: a real form, so that it works before any script. A click, the first letter, `/` or
 * Ctrl+K open the palette over the page; focusing it by Tab alone doesn't (WCAG 3.2.1).
 */
export function HeaderSearch() {
  const intl = useIntl();
  const navigate = useGuardedNavigation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const label = intl.formatMessage({ id: 'layout.search_everything' });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      const command = event.ctrlKey || event.metaKey;
      const isShortcut =
        (key === 'k' && command) || (key === '/' && !command && !event.altKey && !isTyping(target));
      if (!isShortcut || event.shiftKey || document.querySelector('dialog[open]')) return;
      // Not shown on phones: the search page has the field there.
      if (!form.current?.offsetParent) return;
      event.preventDefault();
      // Text typed before the palette is loaded goes into this field, and is passed on.
      form.current.querySelector('input')?.focus();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(searchPath({ q: typed }));
  };

  return (
    <>
      <search>
        <form ref={form} action="/search" onSubmit={search}>
          <SearchField
            id={id}
            name="q"
            label={label}
            value={typed}
            aria-keyshortcuts="/ Control+K"
            aside={<KeyboardKey>/</KeyboardKey>}
            onFocus={preload}
            onPointerEnter={preload}
            onClick={() => setOpen(true)}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
            }}
          />
        </form>
      </search>
      {open && (
        <SearchPalette
          initial={typed}
          onClose={() => {
            setOpen(false);
            setTyped('');
          }}
        />
      )}
    </>
  );
}
