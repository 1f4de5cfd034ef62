import { CornerDownLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/common/ErrorState.tsx';
import { SkeletonList, useSlow } from '#components/common/Skeleton.tsx';
import { color, space } from '#styles/tokens.ts';
import { ResultLine, resultLook } from './ResultLine.tsx';
import { SearchHelp } from './SearchHelp.tsx';
import type { Search } from './use-search.ts';

const Body = styled.section`
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

/** What an option is to the field that names it. */
export type OptionProps = {
  id: string;
  role: 'option';
  'aria-selected': boolean;
  onMouseMove: () => void;
  onClick: (event: MouseEvent) => void;
};

type PaletteResultsProps = {
  /** Of the list box. */
  id: string;
  query: string;
  found: Search;
  /** Of the line with this number; the last one leads to all results. */
  optionProps: (index: number) => OptionProps;
  optionId: (index: number) => string;
  last: number;
};

/** What was found, or why there is nothing; help while nothing is typed. */
export function PaletteResults({ id, query, found, optionProps, optionId, last }: PaletteResultsProps) {
  const intl = useIntl();
  const slow = useSlow(found.pending);
  return (
    // What scrolls can be reached by the keyboard.
    <Body tabIndex={0} aria-label={intl.formatMessage({ id: 'search.results' })} aria-busy={found.pending}>
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
      <div role="listbox" id={id} aria-label={intl.formatMessage({ id: 'search.results' })}>
        {query &&
          found.results.map((result, index) => (
            <Option
              key={`${result.item.id} ${result.match.where} ${result.match.submission_id ?? ''}`}
              {...(found.pending
                ? { id: optionId(index + 1), role: 'option', 'aria-selected': false }
                : optionProps(index))}
            >
              <ResultLine result={result} />
              <CornerDownLeft aria-hidden size={15} strokeWidth={1.75} />
            </Option>
          ))}
        {query && (
          <AllResults {...optionProps(last)}>
            <span>
              <FormattedMessage id="search.all_results" values={{ query: <bdi>{query}</bdi> }} />
            </span>
            <CornerDownLeft aria-hidden size={15} strokeWidth={1.75} />
          </AllResults>
        )}
      </div>
    </Body>
  );
}
