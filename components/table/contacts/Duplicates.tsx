import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Button } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { reloadQueries } from '#context/reload-queries.ts';
import { useListQuery } from '#context/use-list-query.ts';
import { COMPARED_MAX, type ContactDuplicate, LISTED_PAIRS_MAX } from '#lib/contract/contacts.ts';
import type { Item } from '#lib/contract/item.ts';
import { listDuplicates } from '#services/contacts.ts';
import { color, space } from '#styles/tokens.ts';
import { DuplicatePair } from './DuplicatePair.tsx';
import { DUPLICATE_LEVELS, type DuplicateLevel } from './duplicate-level.ts';
import { MergeAll } from './MergeAll.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { MergeList } from './MergeList.tsx';
import { contactsKey, useContactList } from './use-contacts.ts';
import { useDuplicateActions } from './use-duplicate-actions.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  max-width: 960px;
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};

  > p {
    flex: 1 1 260px;
    color: ${color('quiet')};
  }

  > select {
    width: auto;
  }
`;

const Pairs = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;

export const pairKey = ({ rows }: ContactDuplicate) => rows.map(({ id }) => id).join(' ');

/** Says which of many people are compared, and which of many pairs are listed. */
function Limits({ people, pairs }: { people: number; pairs: number }) {
  return (
    <>
      {people > COMPARED_MAX && (
        <p>
          <FormattedMessage id="contacts.duplicates_first" values={{ count: COMPARED_MAX }} />
        </p>
      )}
      {pairs > LISTED_PAIRS_MAX && (
        <p>
          <FormattedMessage
            id="contacts.duplicates_left"
            values={{ shown: LISTED_PAIRS_MAX, count: pairs - LISTED_PAIRS_MAX }}
          />
        </p>
      )}
    </>
  );
}

type DuplicatesProps = { item: Item; first: TableData };

/** Entries that may be one person, why, and merging them: one pair, or all that are likely enough. */
export const Duplicates = withQueries(function Duplicates({ item, first }: DuplicatesProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const { columns, known } = useContactList(item.id, first);
  const [level, setLevel] = useState<DuplicateLevel>(50);
  const [shown, setShown] = useState<ContactDuplicate | 'all' | null>(null);
  const list = useListQuery<ContactDuplicate>({
    of: [...contactsKey(item.id), 'duplicates'],
    filter: { level },
    first: null,
    load: ({ page }, signal) => listDuplicates(item.id, { least: level / 100, page }, signal),
    idOf: pairKey,
  });
  const isEmpty = list.entries.length === 0 && !list.loading && list.error === null;
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const reload = () => void reloadQueries(client, contactsKey(item.id));
  const actions = useDuplicateActions(item.id, known, reload);

  return (
    <InputFormatContext value={first.writtenIn}>
      <PhoneCountryContext value={first.country}>
        <Column>
          <Bar>
            <p role="status">
              {list.count !== null && list.count > 0 ? (
                <FormattedMessage id="contacts.duplicates_count" values={{ count: list.count }} />
              ) : (
                <FormattedMessage id="contacts.duplicates_text" />
              )}
            </p>
            <Select
              aria-label={intl.formatMessage({ id: 'contacts.duplicates_show' })}
              value={level}
              onChange={({ target }) =>
                setLevel(DUPLICATE_LEVELS.find((one) => String(one) === target.value) ?? 50)
              }
            >
              {DUPLICATE_LEVELS.map((one) => (
                <option key={one} value={one}>
                  {intl.formatMessage({ id: `contacts.likely_${one}` })}
                </option>
              ))}
            </Select>
            {level > 20 && list.entries.length > 1 && (
              <Button onClick={() => setShown('all')}>
                <FormattedMessage id="contacts.merge_all" />
              </Button>
            )}
          </Bar>
          <Limits people={item.counts?.rows ?? 0} pairs={list.count ?? 0} />
          {slow && <SkeletonList rows={4} />}
          {isEmpty && (
            <EmptyState
              title={<FormattedMessage id="contacts.duplicates_none" />}
              text={
                <FormattedMessage
                  id={level <= 50 ? 'contacts.duplicates_none_text' : 'contacts.duplicates_none_above'}
                />
              }
            />
          )}
          <Pairs aria-label={intl.formatMessage({ id: 'contacts.pairs' })} hidden={list.entries.length === 0}>
            {list.entries.map((pair) => (
              <DuplicatePair
                key={pairKey(pair)}
                itemId={item.id}
                pair={pair}
                columns={known}
                country={first.country}
                onMerge={() => actions.merge(pair)}
                onCompare={() => setShown(pair)}
                onDistinct={() => actions.markDistinct(pair)}
              />
            ))}
          </Pairs>
          {(list.entries.length > 0 || list.error !== null) && <ListFooter list={list} />}
          <MergeList itemId={item.id} columns={known} onUndo={actions.undoListed} />
        </Column>
        {shown === 'all' && (
          <MergeAll
            itemId={item.id}
            level={level}
            count={list.count ?? list.entries.length}
            onClose={() => setShown(null)}
            onDone={reload}
          />
        )}
        {shown && shown !== 'all' && (
          <MergeDialog
            itemId={item.id}
            rows={shown.rows}
            columns={columns}
            onClose={() => setShown(null)}
            onMerged={({ id, row }) => {
              setShown(null);
              actions.announce(id, row);
              reload();
            }}
          />
        )}
      </PhoneCountryContext>
    </InputFormatContext>
  );
});
