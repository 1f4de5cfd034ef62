import { ArrowDownNarrowWide, ListFilter } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { Menu } from '#components/common/Menu.tsx';
import { SearchField } from '#components/common/SearchField.tsx';
import { useWay } from '#context/way.ts';
import { space } from '#styles/tokens.ts';
import { SPACE_SORTS, type SpaceSort, type SpaceView, viewPath } from './space-view.ts';

/** How long nobody types before the list follows, in milliseconds. */
const PAUSE = 250;

const SORT_WORDS: Record<SpaceSort, 'changed' | 'name' | 'newest'> = {
  '-updated_at': 'changed',
  title: 'name',
  '-created_at': 'newest',
};

const Bar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(1)};
`;

const FilterBox = styled.form`
  width: 220px;
`;

/** The order of a list, and which titles it shows. */
export function ViewControls({ base, view }: { base: string; view: SpaceView }) {
  const intl = useIntl();
  const router = useRouter();
  const [open, setOpen] = useState(view.q !== '');
  const current = SORT_WORDS[view.sort];
  return (
    <Bar>
      <Menu
        align="end"
        entries={SPACE_SORTS.map((sort) => ({
          label: <FormattedMessage id={`item_list.sort_${SORT_WORDS[sort]}`} />,
          checked: sort === view.sort,
          onSelect: () =>
            void router.replace(viewPath(base, { ...view, sort }), undefined, { scroll: false }),
        }))}
      >
        {(trigger) => (
          <Button
            {...trigger}
            variant="quiet"
            icon={ArrowDownNarrowWide}
            collapses
            aria-label={`${intl.formatMessage({ id: 'item_list.sort' })}: ${intl.formatMessage({ id: `item_list.sort_${current}` })}`}
          >
            <FormattedMessage id={`item_list.sort_${current}`} />
          </Button>
        )}
      </Menu>
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
    </Bar>
  );
}

type TitleFilterProps = { q: string; onChange: (q: string) => void; onClose: () => void };

function TitleFilter({ q, onChange, onClose }: TitleFilterProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState(q);
  const wanted = typed.trim();
  const { isLeaving } = useWay();
  useEffect(() => {
    if (wanted === q) return;
    const timer = setTimeout(() => !isLeaving() && onChange(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, q, onChange, isLeaving]);
  return (
    <FilterBox
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
