import { useRouter } from 'next/router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { SearchField } from '#components/ui/SearchField.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { useNavigationState } from '#context/navigation-state.ts';
import type { SpaceShortcuts } from '#lib/contract/space.ts';
import { below, CONTROL, color, space } from '#styles/tokens.ts';
import type { SearchKind } from './KindChips.tsx';
import { type NamedSpace, SpaceCombobox } from './SpaceCombobox.tsx';
import { searchPath } from './search-path.ts';

/** Delay of the search after the last keystroke, in milliseconds. */
const DEBOUNCE = 250;

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(120px, 220px) auto;
  gap: ${space(2)};

  input {
    background: ${color('surface')};
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr) auto;

    > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

const SpaceSelect = styled(Select)`
  min-height: ${CONTROL.medium}px;
`;

type SearchFormProps = {
  query: string;
  kind: SearchKind | null;
  /** The space that is searched; null is all. */
  space: NamedSpace | null;
  shortcuts: SpaceShortcuts;
};

/** The spaces that are offered initially: the shortcuts, and the one of the address. */
function choices({ favourites, recent, spaces }: SpaceShortcuts, chosen: NamedSpace | null): NamedSpace[] {
  const all = new Map<string, NamedSpace>();
  for (const one of [...favourites, ...recent, ...spaces]) all.set(one.slug, one);
  if (chosen && !all.has(chosen.slug)) all.set(chosen.slug, chosen);
  return [...all.values()];
}

/**
 * The search page's field and space filter, in a form that works without a script and searches while typing with one.
 */
export function SearchForm({ query, kind, space: chosen, shortcuts }: SearchFormProps) {
  const intl = useIntl();
  const router = useRouter();
  const { isLeavingPage } = useNavigationState();
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  const form = useRef<HTMLFormElement>(null);
  const slug = chosen?.slug ?? '';
  const offered = choices(shortcuts, chosen);
  const [isAlive, setIsAlive] = useState(false);
  // A native select until hydration and without a script; afterwards a combobox that finds any space.
  useEffect(() => setIsAlive(true), []);

  // A link on the page (another kind, Back) may change the search text; text that is being typed stays.
  if (query !== shown) {
    setShown(query);
    if (typed.trim() !== query && !form.current?.contains(document.activeElement)) setTyped(query);
  }

  const go = (q: string, inSpace: string) =>
    void router.replace(searchPath({ q, kind: kind ?? undefined, space: inSpace || undefined }), undefined, {
      scroll: false,
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => !isLeavingPage() && go(typed, slug), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      form.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(typed, slug);
  };

  return (
    <search>
      <Form ref={form} action="/search" onSubmit={submit}>
        <SearchField
          name="q"
          label={intl.formatMessage({ id: 'search.label' })}
          value={typed}
          autoFocus={query === ''}
          maxLength={500}
          dir="auto"
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
        />
        <VisuallyHidden as="label" htmlFor="search-space">
          <FormattedMessage id="search.space" />
        </VisuallyHidden>
        {isAlive ? (
          <SpaceCombobox
            id="search-space"
            chosen={chosen}
            atHand={offered}
            onChoose={(wanted) => go(typed, wanted)}
          />
        ) : (
          <SpaceSelect id="search-space" name="space" defaultValue={slug}>
            <option value="">{intl.formatMessage({ id: 'search.all_spaces' })}</option>
            {offered.map((one) => (
              <option key={one.slug} value={one.slug}>
                {one.name}
              </option>
            ))}
          </SpaceSelect>
        )}
        {kind && <input type="hidden" name="kind" value={kind} />}
        <Button type="submit" variant="primary">
          <FormattedMessage id="search.submit" />
        </Button>
      </Form>
    </search>
  );
}
