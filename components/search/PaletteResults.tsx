import { CornerDownLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, space } from '#styles/tokens.ts';
import { DirectoryPersonRow, DirectorySpaceRow } from './DirectoryRow.tsx';
import { personEntries } from './person-entries.ts';
import { SearchHelp } from './SearchHelp.tsx';
import { SearchResultRow, searchResultStyles } from './SearchResultRow.tsx';
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
  ${searchResultStyles}
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

const Group = styled.div`
  padding-bottom: ${space(1)};
  border-bottom: 1px solid ${color('line')};

  > p {
    padding: ${space(3)} ${space(6)} ${space(1)};
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 500;
  }
`;

const PlaceOption = styled(Option)`
  min-height: 48px;
  padding-block: ${space(1)};
`;

/** A contact of the person above it. */
const ContactOption = styled(Option)`
  min-height: 40px;
  padding-block: 0;
  padding-inline-start: calc(${space(6)} + 28px + ${space(3)});
  color: ${color('quiet')};
  font-size: 13px;

  > span {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  bdi {
    color: ${color('primaryText')};
  }
`;

/** Props of an option that the field refers to. */
export type OptionProps = {
  id: string;
  role: 'option';
  'aria-selected': boolean;
  onMouseMove: () => void;
  onClick: (event: MouseEvent) => void;
};

type PaletteResultsProps = {
  /** The list box's id. */
  id: string;
  query: string;
  found: Search;
  /** Props of the option with this index; the last one links to all results. */
  optionProps: (index: number) => OptionProps;
  optionId: (index: number) => string;
  last: number;
};

/** The results, or why there are none; help while nothing is typed. */
export function PaletteResults({ id, query, found, optionProps, optionId, last }: PaletteResultsProps) {
  const intl = useIntl();
  const slow = useIsSlow(found.pending);
  const { spaces, people } = found.places;
  const entries = personEntries(people);
  const isEmpty = found.results.length + spaces.length + people.length === 0;
  /** Props of the option with this index; outdated results can't be selected. */
  const propsOf = (index: number) =>
    found.pending ? { id: optionId(index + 1), role: 'option', 'aria-selected': false } : optionProps(index);
  const enter = <CornerDownLeft aria-hidden size={15} strokeWidth={1.75} />;
  return (
    // A scrollable element must be reachable by keyboard.
    <Body tabIndex={0} aria-label={intl.formatMessage({ id: 'search.results' })} aria-busy={found.pending}>
      {!query && (
        <Padded>
          <p>
            <FormattedMessage id="search.type" />
          </p>
          <SearchHelp />
        </Padded>
      )}
      {query && slow && isEmpty && <SkeletonList rows={4} />}
      {query && !found.pending && found.error && (
        <Padded>
          <ErrorState message={found.error} onRetry={found.retry} />
        </Padded>
      )}
      {query && !found.pending && !found.error && isEmpty && (
        <Padded>
          <p>
            <FormattedMessage id="search.none_short" />
          </p>
        </Padded>
      )}
      <div role="listbox" id={id} aria-label={intl.formatMessage({ id: 'search.results' })}>
        {query && spaces.length > 0 && (
          <Group role="group" aria-label={intl.formatMessage({ id: 'search.spaces' })}>
            <p aria-hidden>
              <FormattedMessage id="search.spaces" />
            </p>
            {spaces.map((one, index) => (
              <PlaceOption key={one.id} {...propsOf(index)}>
                <DirectorySpaceRow space={one} />
                {enter}
              </PlaceOption>
            ))}
          </Group>
        )}
        {query && people.length > 0 && (
          <Group role="group" aria-label={intl.formatMessage({ id: 'search.people' })}>
            <p aria-hidden>
              <FormattedMessage id="search.people" />
            </p>
            {entries.map(({ person, contact }, index) =>
              contact ? (
                <ContactOption key={`${person.id} ${contact.item_id}`} {...propsOf(spaces.length + index)}>
                  <span>
                    <VisuallyHidden>{person.name}</VisuallyHidden>{' '}
                    <FormattedMessage
                      id="contacts.in_lists"
                      values={{ lists: <bdi title={contact.title}>{contact.title}</bdi> }}
                    />
                  </span>
                  {enter}
                </ContactOption>
              ) : (
                <PlaceOption key={person.id} {...propsOf(spaces.length + index)}>
                  <DirectoryPersonRow person={person} />
                  {enter}
                </PlaceOption>
              ),
            )}
          </Group>
        )}
        {query &&
          found.results.map((result, index) => (
            <Option
              key={`${result.item.id} ${result.match.where} ${result.match.submission_id ?? ''}`}
              {...propsOf(spaces.length + entries.length + index)}
            >
              <SearchResultRow result={result} />
              {enter}
            </Option>
          ))}
        {query && (
          <AllResults {...optionProps(last)}>
            <span>
              <FormattedMessage id="search.all_results" values={{ query: <bdi>{query}</bdi> }} />
            </span>
            {enter}
          </AllResults>
        )}
      </div>
    </Body>
  );
}
