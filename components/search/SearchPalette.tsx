import { CornerDownLeft, Search } from 'lucide-react';
import { useRouter } from 'next/router';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/common/ErrorState.tsx';
import { Key } from '#components/common/SearchField.tsx';
import { SkeletonList, useSlow } from '#components/common/Skeleton.tsx';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { KindButtons, type SearchKind } from './KindChips.tsx';
import { ResultLine, resultLook } from './ResultLine.tsx';
import { resultPath, searchPath } from './result-place.ts';
import { SearchHelp } from './SearchHelp.tsx';
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

const Top = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(3)};
  height: 64px;
  padding: 0 ${space(6)};
  border-bottom: 1px solid ${color('line')};

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  > input {
    flex: 1;
    min-width: 0;
    height: 100%;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    font-size: 18px;
  }

  > button {
    padding: ${space(2)};
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
  }
`;

const Filters = styled.div`
  flex: none;
  padding: ${space(3)} ${space(6)};
  border-bottom: 1px solid ${color('line')};
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Padded = styled.div`
  display: grid;
  gap: ${space(4)};
  padding: ${space(5)} ${space(6)};

  > p {
    color: ${color('quiet')};
  }
`;

const Option = styled.div`
  ${resultLook}
  cursor: pointer;

  > svg {
    flex: none;
    color: ${color('quiet')};
    visibility: hidden;
  }

  &[aria-selected='true'] {
    background: ${color('primaryTint')};

    > svg {
      visibility: visible;
    }
  }
`;

const AllResults = styled(Option)`
  min-height: 48px;
  color: ${color('primaryText')};
  font-weight: 500;
`;

const Foot = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(4)};
  min-height: 42px;
  padding: ${space(2)} ${space(6)};
  border-top: 1px solid ${color('line')};
  color: ${color('quiet')};
  font-size: 13px;

  > span:last-child {
    margin-left: auto;
    font-variant-numeric: tabular-nums;
  }

  ${below('md')} {
    > span:not(:last-child) {
      display: none;
    }
  }
`;

type SearchPaletteProps = {
  /** What was already typed in the header's field. */
  initial: string;
  onClose: () => void;
};

/** Search over the page: results while typing, the arrow keys to choose, Enter to open at the place. */
export default function SearchPalette({ initial, onClose }: SearchPaletteProps) {
  const intl = useIntl();
  const router = useRouter();
  const { hub } = useShell();
  const [typed, setTyped] = useState(initial);
  const [kind, setKind] = useState<SearchKind | null>(null);
  const [chosen, setChosen] = useState(0);
  const found = useSearch(typed, kind);
  const slow = useSlow(found.pending);
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const query = typed.trim();

  // Before it leaves the page, or the focus would be lost instead of given back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const field = input.current;
    field?.setSelectionRange(field.value.length, field.value.length);
    return () => element?.close();
  }, []);

  const paths = found.results.map((result) => resultPath(hub?.domain_handle ?? '', result, found.query));
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
    void router.push(target);
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

  const optionProps = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': index === current,
    onMouseMove: () => setChosen(index),
    onClick: (event: MouseEvent) => open(targets[index], event.ctrlKey || event.metaKey),
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
      <Top>
        <Search aria-hidden size={20} strokeWidth={1.75} />
        <input
          ref={input}
          value={typed}
          autoFocus
          role="combobox"
          aria-expanded={query !== ''}
          aria-controls={`${id}-results`}
          aria-activedescendant={query ? optionId(current) : undefined}
          aria-autocomplete="list"
          aria-label={intl.formatMessage({ id: 'search.label' })}
          placeholder={intl.formatMessage({ id: 'search.label' })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          dir="auto"
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={intl.formatMessage({ id: 'search.close' })} onClick={onClose}>
          <Key>esc</Key>
        </button>
      </Top>
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
      <Body aria-busy={found.pending}>
        {!query && (
          <Padded>
            <p>
              <FormattedMessage id="search.type" />
            </p>
            <SearchHelp />
          </Padded>
        )}
        {query && slow && found.results.length === 0 && <SkeletonList rows={4} />}
        {query && !found.pending && found.error && (
          <Padded>
            <ErrorState message={found.error} onRetry={found.retry} />
          </Padded>
        )}
        {query && !found.pending && !found.error && found.results.length === 0 && (
          <Padded>
            <p>
              <FormattedMessage id="search.none_short" />
            </p>
          </Padded>
        )}
        <div role="listbox" id={`${id}-results`} aria-label={intl.formatMessage({ id: 'search.results' })}>
          {query &&
            found.results.map((result, index) => (
              <Option
                key={`${result.item.id} ${result.match.where}`}
                {...(found.pending
                  ? { id: optionId(index + 1), role: 'option', 'aria-selected': false }
                  : optionProps(index))}
              >
                <ResultLine result={result} />
                <CornerDownLeft aria-hidden size={15} strokeWidth={1.75} />
              </Option>
            ))}
          {query && (
            <AllResults {...optionProps(targets.length - 1)}>
              <span>
                <FormattedMessage id="search.all_results" values={{ query: <bdi>{query}</bdi> }} />
              </span>
              <CornerDownLeft aria-hidden size={15} strokeWidth={1.75} />
            </AllResults>
          )}
        </div>
      </Body>
      <Foot>
        <span aria-hidden>
          ↑↓ <FormattedMessage id="search.choose" />
        </span>
        <span aria-hidden>
          ↵ <FormattedMessage id="search.open" />
        </span>
        <span aria-hidden>
          Ctrl ↵ <FormattedMessage id="search.new_tab" />
        </span>
        <span role="status">
          {query && found.pending && (
            <VisuallyHidden>
              <FormattedMessage id="search.searching" />
            </VisuallyHidden>
          )}
          {query && !found.pending && !found.error && (
            <FormattedMessage
              id="search.found_in"
              values={{ count: found.count ?? found.results.length, time: found.time }}
            />
          )}
        </span>
      </Foot>
    </Dialog>
  );
}
