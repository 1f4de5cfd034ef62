import { ArrowDownNarrowWide, ArrowDownWideNarrow, ListFilter, SlidersHorizontal } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  countFilters,
  directed,
  isDescending,
  type SpaceSort,
  type SpaceView,
  sortAfter,
  sortKeyOf,
  sortKeysOf,
  viewPath,
} from '#components/space/view/space-view.ts';
import { Button } from '#components/ui/Button.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useNavigationState } from '#context/navigation-state.ts';
import { below, space } from '#styles/tokens.ts';

const ListFilters = lazyComponent(() => import('./ListFilters.tsx').then((file) => file.ListFilters));

/** Delay of the search after the last keystroke, in milliseconds. */
const PAUSE = 250;

const Bar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(1)};
`;

const FilterBox = styled.form`
  width: 220px;
`;

const OnPhone = styled.span`
  display: none;

  ${below('md')} {
    display: contents;
  }
`;

const NotOnPhone = styled.span`
  display: contents;

  ${below('md')} {
    display: none;
  }
`;

type ViewControlsProps = {
  base: string;
  slug: string;
  view: SpaceView;
  /** The name of the user that the list is filtered by, where it is known. */
  personName: string | null;
  /** False for users outside of the hub, who don't see its members. */
  people: boolean;
};

/** The sorting and filters of a list; on phones in one sheet. All of it is in the address. */
export function ViewControls({ base, slug, view, personName, people }: ViewControlsProps) {
  const router = useRouter();
  const [open, setOpen] = useState(view.q !== '');
  const [filtering, setFiltering] = useState(false);
  const show = (wanted: SpaceView) => router.push(viewPath(base, wanted), undefined, { scroll: false });
  const count = countFilters({ ...view, q: '' });
  const filters = (id: 'item_list.more_filters' | 'item_list.sheet') => (
    <Button variant="quiet" icon={SlidersHorizontal} collapses onClick={() => setFiltering(true)}>
      <FormattedMessage id={id} />
      {count > 0 && ` (${count})`}
    </Button>
  );
  return (
    <Bar>
      <NotOnPhone>
        <SortMenu view={view} people={people} onSort={(sort) => void show({ ...view, sort })} />
      </NotOnPhone>
      {open ? (
        <TitleFilter
          q={view.q}
          onChange={(q) => void router.replace(viewPath(base, { ...view, q }), undefined, { scroll: false })}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button variant="quiet" icon={ListFilter} collapses onClick={() => setOpen(true)}>
          <FormattedMessage id="item_list.filter_button" />
        </Button>
      )}
      <NotOnPhone>{filters('item_list.more_filters')}</NotOnPhone>
      <OnPhone>{filters('item_list.sheet')}</OnPhone>
      {filtering && (
        <ListFilters
          slug={slug}
          view={view}
          personName={personName}
          people={people}
          onClose={() => setFiltering(false)}
          onApply={(wanted) => {
            setFiltering(false);
            void show(wanted);
          }}
        />
      )}
    </Bar>
  );
}

type SortMenuProps = { view: SpaceView; people: boolean; onSort: (sort: SpaceSort) => void };

function SortMenu({ view, people, onSort }: SortMenuProps) {
  const intl = useIntl();
  const key = sortKeyOf(view.sort);
  const down = isDescending(view.sort);
  return (
    <Menu
      align="end"
      entries={[
        ...sortKeysOf(view, people).map((one) => ({
          label: <FormattedMessage id={`item_list.by_${one}`} />,
          checked: one === key,
          onSelect: () => {
            if (one !== key) onSort(sortAfter(view.sort, one));
          },
        })),
        { separator: true as const },
        {
          label: <FormattedMessage id="item_list.ascending" />,
          checked: !down,
          onSelect: () => onSort(key),
        },
        {
          label: <FormattedMessage id="item_list.descending" />,
          checked: down,
          onSelect: () => onSort(directed(key, true)),
        },
      ]}
    >
      {(trigger) => (
        <Button
          {...trigger}
          variant="quiet"
          icon={down ? ArrowDownWideNarrow : ArrowDownNarrowWide}
          collapses
          aria-label={`${intl.formatMessage({ id: 'item_list.sort' })}: ${intl.formatMessage({ id: `item_list.by_${key}` })}`}
        >
          <FormattedMessage id={`item_list.by_${key}`} />
        </Button>
      )}
    </Menu>
  );
}

type TitleFilterProps = { q: string; onChange: (q: string) => void; onClose: () => void };

function TitleFilter({ q, onChange, onClose }: TitleFilterProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  const box = useRef<HTMLFormElement>(null);
  const wanted = typed.trim();
  const { isLeavingPage } = useNavigationState();
  // "Show all", a link or Back may change the filter; text that is being typed stays.
  if (q !== shown) {
    setShown(q);
    if (wanted !== q && !box.current?.contains(document.activeElement)) setTyped(q);
  }
  useEffect(() => {
    if (wanted === q) return;
    const timer = setTimeout(() => !isLeavingPage() && onChange(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, q, onChange, isLeavingPage]);
  return (
    <FilterBox
      ref={box}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(wanted);
      }}
      onBlur={() => {
        if (!wanted) onClose();
      }}
    >
      <SearchField
        label={intl.formatMessage({ id: 'item_list.filter' })}
        value={typed}
        autoFocus={q === ''}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setTyped('');
          onChange('');
          onClose();
        }}
      />
    </FilterBox>
  );
}
