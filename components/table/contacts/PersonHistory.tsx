import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import type { RowHistoryEntry } from '#lib/contract/table-rows.ts';
import { listContactHistory } from '#services/contacts.ts';
import { color, space } from '#styles/tokens.ts';
import { contactsKey } from './use-contacts.ts';

const Entries = styled.ol`
  display: grid;
  gap: ${space(3)};
  padding: 0;
  list-style: none;
  font-size: 13px;

  > li {
    padding-left: ${space(3)};
    border-left: 2px solid ${color('line')};
    overflow-wrap: anywhere;
  }

  time {
    color: ${color('quiet')};
  }

  ul {
    display: grid;
    gap: 2px;
    padding: 0;
    list-style: none;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const Part = styled.section`
  display: grid;
  gap: ${space(3)};
  justify-items: start;
`;

type PersonHistoryProps = { itemId: string; row: Row; columns: readonly Column[] };

/** What was changed of a person, by whom and when, the newest first; loaded when it is asked for. */
export function PersonHistory(props: PersonHistoryProps) {
  const [shown, setShown] = useState(false);
  return (
    <Part>
      {shown ? (
        <>
          <h3>
            <FormattedMessage id="contacts.history" />
          </h3>
          <History {...props} />
        </>
      ) : (
        <Button size="small" onClick={() => setShown(true)}>
          <FormattedMessage id="contacts.history_show" />
        </Button>
      )}
    </Part>
  );
}

function History({ itemId, row, columns }: PersonHistoryProps) {
  const list = useListQuery<RowHistoryEntry>({
    of: [...contactsKey(itemId), 'history', row.id],
    first: null,
    load: ({ page }, signal) => listContactHistory(itemId, row.id, page, signal),
    idOf: ({ kind, revision }) => `${kind} ${revision}`,
  });
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  return (
    <>
      {slow && <SkeletonList rows={2} />}
      <Entries>
        {list.entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.revision}`} entry={entry} columns={columns} />
        ))}
      </Entries>
      <ListFooter list={list} size="small" />
    </>
  );
}

function Entry({ entry, columns }: { entry: RowHistoryEntry; columns: readonly Column[] }) {
  const intl = useIntl();
  const name = entry.by.name || intl.formatMessage({ id: 'contacts.somebody' });
  return (
    <li>
      <FormattedMessage id={`contacts.history_${entry.kind}`} values={{ name: <bdi>{name}</bdi> }} />{' '}
      <RelativeTime value={entry.at} />
      <ul>
        {entry.changes.map(({ column_id, label, from, to }) => {
          const column = columns.find(({ id }) => id === column_id);
          const show = (value: unknown) =>
            column ? <ValueView field={column} value={value} /> : <bdi>{String(value ?? '')}</bdi>;
          const was = from === null ? null : show(from);
          return (
            <li key={column_id}>
              <bdi>{label ?? <FormattedMessage id="contacts.deleted_column" />}</bdi>:{' '}
              {to !== null && show(to)}{' '}
              {was && (
                <small>
                  <FormattedMessage
                    id={to === null ? 'contacts.history_removed' : 'contacts.history_was'}
                    values={{ value: was }}
                  />
                </small>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
