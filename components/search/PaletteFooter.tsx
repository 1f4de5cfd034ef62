import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { below, color, space } from '#styles/tokens.ts';
import type { Search } from './use-search.ts';

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

type PaletteFooterProps = { query: string; found: Search };

/** The keyboard shortcuts, and the number of results. */
export function PaletteFooter({ query, found }: PaletteFooterProps) {
  const places = found.places.spaces.length + found.places.people.length;
  return (
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
            values={{ count: places + (found.count ?? found.results.length), time: found.time }}
          />
        )}
      </span>
    </Foot>
  );
}
