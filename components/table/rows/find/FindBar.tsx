import { ChevronDown, ChevronUp, RotateCw, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { messageOf } from '#services/http.ts';
import { color, radius, space } from '#styles/tokens.ts';
import type { TableControl } from '../use-table.ts';
import type { FindControl } from './use-find.ts';
import { useMatches } from './use-matches.ts';

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  width: fit-content;
  max-width: 100%;
  margin: 0 0 ${space(2)} auto;
  padding: ${space(1)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('raised')};

  > div {
    width: 260px;
  }

  > p {
    min-width: 88px;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
`;

type FindBarProps = {
  itemId: string;
  table: Pick<TableControl, 'query' | 'goTo'>;
  find: FindControl;
  onClose: () => void;
};

/** Finds a text in the rows that are shown: Enter goes to the next match, with Shift to the one before, Escape closes it. */
export function FindBar({ itemId, table, find, onClose }: FindBarProps) {
  const intl = useIntl();
  const bar = useRef<HTMLDivElement>(null);
  const { opened } = find;
  const matches = useMatches(itemId, table, find);
  useEffect(() => {
    const input = opened > 0 ? bar.current?.querySelector('input') : null;
    input?.focus();
    input?.select();
  }, [opened]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      (event.shiftKey ? matches.previous : matches.next)();
    else return;
    event.preventDefault();
  };
  const hasMatches = matches.total !== null && matches.total > 0;
  return (
    <Bar ref={bar} role="search" aria-label={intl.formatMessage({ id: 'table.find' })} onKeyDown={onKeyDown}>
      <SearchField
        label={intl.formatMessage({ id: 'table.find_text' })}
        value={find.typed}
        maxLength={200}
        onChange={(event) => find.type(event.target.value)}
      />
      <p role="status">
        {matches.isSearching ? (
          <FormattedMessage id="table.filter_loading" />
        ) : matches.error ? (
          messageOf(matches.error)
        ) : (
          matches.number !== null && (
            <FormattedMessage
              id="table.find_number"
              values={{ number: matches.number, total: matches.total ?? 0 }}
            />
          )
        )}
      </p>
      {matches.error !== null && !matches.isSearching && (
        <Button size="small" icon={RotateCw} onClick={matches.retry}>
          <FormattedMessage id="action.retry" />
        </Button>
      )}
      <IconButton
        size="small"
        icon={ChevronUp}
        disabled={!hasMatches}
        label={intl.formatMessage({ id: 'table.find_previous' })}
        onClick={matches.previous}
      />
      <IconButton
        size="small"
        icon={ChevronDown}
        disabled={!hasMatches}
        label={intl.formatMessage({ id: 'table.find_next' })}
        onClick={matches.next}
      />
      <IconButton
        size="small"
        icon={X}
        label={intl.formatMessage({ id: 'action.close' })}
        onClick={onClose}
      />
    </Bar>
  );
}
