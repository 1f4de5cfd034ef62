import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useGuardedNavigation } from '#components/ui/guarded-navigation.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { KindButtons, type SearchKind } from './KindChips.tsx';
import { PaletteField } from './PaletteField.tsx';
import { PaletteFooter } from './PaletteFooter.tsx';
import { type OptionProps, PaletteResults } from './PaletteResults.tsx';
import { personEntries, personEntryPath } from './person-entries.ts';
import { resultPath } from './result-location.ts';
import { searchPath } from './search-path.ts';
import { useSearch } from './use-search.ts';

const Dialog = styled.dialog`
  width: min(760px, calc(100vw - 32px));
  max-width: none;
  max-height: min(80vh, 760px);
  margin: 90px auto auto;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};
  color: ${color('text')};
  box-shadow: ${SHADOW.floating};

  &[open] {
    display: flex;
    flex-direction: column;
  }

  &::backdrop {
    background: ${color('shade')};
  }

  ${below('md')} {
    width: 100vw;
    max-height: 100dvh;
    height: 100dvh;
    margin: 0;
    border: 0;
    border-radius: 0;
  }
`;

const Filters = styled.div`
  flex: none;
  padding: ${space(3)} ${space(6)};
  border-bottom: 1px solid ${color('line')};
`;

type SearchPaletteProps = {
  /** The text that was already typed in the header's field. */
  initial: string;
  onClose: () => void;
};

/** Search over the page: results while typing, arrow keys to select, Enter to open at the match. */
function SearchPalette({ initial, onClose }: SearchPaletteProps) {
  const intl = useIntl();
  const navigate = useGuardedNavigation();
  const { hub } = useShell();
  const [typed, setTyped] = useState(initial);
  const [kind, setKind] = useState<SearchKind | null>(null);
  const [chosen, setChosen] = useState(0);
  const found = useSearch(typed, kind);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const query = typed.trim();

  // Before it is removed from the page; otherwise the focus would be lost instead of restored.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const field = input.current;
    field?.setSelectionRange(field.value.length, field.value.length);
    return () => element?.close();
  }, []);

  const handle = hub?.domain_handle ?? '';
  const paths = [
    ...found.places.spaces.map(({ slug }) => `/${handle}/${slug}`),
    ...personEntries(found.places.people).map((entry) => personEntryPath(handle, entry)),
    ...found.results.map((result) => resultPath(handle, result, found.query)),
  ];
  const all = searchPath({ q: typed, kind: kind ?? undefined });
  const targets = found.pending ? [all] : [...paths, all];
  const current = Math.min(chosen, targets.length - 1);
  const optionId = (index: number) => `${id}-option-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen line has to stay in view
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const open = (target: string | undefined, elsewhere: boolean) => {
    if (!target) return;
    if (elsewhere) {
      window.open(target, '_blank', 'noopener');
      return;
    }
    onClose();
    navigate(target);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') setChosen((current + 1) % targets.length);
    else if (key === 'ArrowUp') setChosen((current || targets.length) - 1);
    else if (key === 'PageDown') setChosen(targets.length - 1);
    else if (key === 'PageUp') setChosen(0);
    else if (key === 'Enter' && query) open(targets[current], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };

  const optionProps = (index: number): OptionProps => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': index === current,
    onMouseMove: () => setChosen(index),
    onClick: (event) => open(targets[index], event.ctrlKey || event.metaKey),
  });

  return (
    <Dialog
      ref={dialog}
      aria-label={intl.formatMessage({ id: 'search.label' })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <PaletteField
        ref={input}
        value={typed}
        expanded={query !== ''}
        aria-controls={`${id}-results`}
        aria-activedescendant={query ? optionId(current) : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        onClose={onClose}
      />
      <Filters>
        <KindButtons
          kind={kind}
          onChoose={(choice) => {
            setKind(choice);
            setChosen(0);
            input.current?.focus();
          }}
        />
      </Filters>
      <PaletteResults
        id={`${id}-results`}
        query={query}
        found={found}
        optionProps={optionProps}
        optionId={optionId}
        last={targets.length - 1}
      />
      <PaletteFooter query={query} found={found} />
    </Dialog>
  );
}

export default withQueries(SearchPalette);
