import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import { ContactSearches } from '#components/table/row/ContactSearches.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { cellText, contactColumns } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row, WireColumn } from '#lib/contract/table.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { getContact } from '#services/contacts.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { rowFileUrl } from '#services/table.ts';
import { below, color, space } from '#styles/tokens.ts';
import { CellValue } from '../cells/CellValue.tsx';
import type { CellContext } from '../cells/cell-text.ts';
import { type GridColumn, shownColumns } from '../columns/grid-columns.ts';
import { typedTexts } from '../row/typed-texts.ts';
import { useCellContext } from '../use-cell-context.ts';
import { CardValues } from './CardValues.tsx';
import { ContactLinks, PhoneLink } from './ContactLinks.tsx';
import { contactEntry } from './ContactRow.tsx';
import { MemberNote } from './MemberNote.tsx';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonLabels } from './PersonLabels.tsx';
import { PersonSubmissions } from './PersonSubmissions.tsx';
import { useCardPhotos } from './use-card-photos.ts';
import { contactsKey } from './use-contacts.ts';
import type { LabelsOfList } from './use-labels.ts';
import { useMembers } from './use-members.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(4)};

  > div {
    flex: 1 1 160px;
    min-width: 0;
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }

  > span:last-child {
    display: flex;
  }
`;

const Values = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  > div {
    display: grid;
    grid-template-columns: 160px minmax(0, 1fr);
    gap: ${space(3)};
    padding: ${space(2)} 0;
    border-top: 1px solid ${color('line')};

    ${below('sm')} {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }
  }

  dt {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const Small = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

type PersonSheetProps = {
  item: Item;
  /** Of the row. */
  id: string;
  /** The row as the list has it, if it is loaded. */
  row: Row | undefined;
  columns: Column[];
  /** As the API has them. */
  wireColumns: WireColumn[];
  labels: LabelsOfList;
  country: string | null;
  mayChange: boolean;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => Promise<void>;
  /** The person has other labels. */
  onChanged: () => void;
  onClose: () => void;
};

/** A person of a contact list: every value, how to reach them, where else they are found, and what was changed. */
export function PersonSheet({ item, id, ...props }: PersonSheetProps) {
  const { row: listed, columns, wireColumns, labels, country, mayChange, ...on } = props;
  const [busy, setBusy] = useState(false);
  const { context } = useCellContext(wireColumns);
  const known = contactColumns(columns);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...contactsKey(item.id), 'person', id],
    queryFn: ({ signal }) => getContact(item.id, id, signal),
    enabled: listed === undefined,
  });
  const row = listed ?? data;
  const slow = useIsSlow(isFetching && !row);
  const email = row ? cellText(row, known.email) : '';
  const member = useMembers([email]).get(email.toLowerCase());
  const hasCardPhoto = useCardPhotos(item.id, [id]).has(id);
  const entry = row && contactEntry({ item, row, columns: known, member, hasCardPhoto });
  const isGone = error !== null && failureOf(error)?.status === 404;

  return (
    <Modal
      open
      width={640}
      onClose={on.onClose}
      title={entry?.name ? <bdi>{entry.name}</bdi> : <FormattedMessage id="contacts.nameless" />}
      footer={
        <>
          {row && mayChange && (
            <Button
              variant="quiet"
              busy={busy}
              onClick={() => {
                setBusy(true);
                void on.onDelete(row).finally(() => setBusy(false));
              }}
            >
              <FormattedMessage id="contacts.delete" />
            </Button>
          )}
          {row && mayChange && (
            <Button onClick={() => on.onEdit(row)}>
              <FormattedMessage id="contacts.edit" />
            </Button>
          )}
          <Button variant="primary" onClick={on.onClose} data-autofocus>
            <FormattedMessage id="action.close" />
          </Button>
        </>
      }
    >
      {slow && <SkeletonList rows={3} />}
      {!row && isGone && (
        <Notice>
          <FormattedMessage id="contacts.gone" />
        </Notice>
      )}
      {!row && error && !isGone && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {row && entry && (
        <Parts>
          <Top>
            <Avatar name={entry.name} seed={row.id} src={entry.photo} size={64} />
            <div>
              {entry.work && <p dir="auto">{entry.work}</p>}
              {member && (
                <p>
                  <MemberNote member={member} />
                </p>
              )}
            </div>
            <span>
              <ContactLinks {...entry} />
            </span>
          </Top>
          <PersonLabels
            itemId={item.id}
            row={row}
            labels={labels}
            mayChange={mayChange}
            onChanged={on.onChanged}
          />
          <Values>
            {shownColumns(wireColumns)
              .filter(
                ({ id: own, name, field }) =>
                  own !== labels.column?.id && !isMissing(field, row.values[name]),
              )
              .map((column) => (
                <div key={column.id}>
                  <dt dir="auto">{column.label}</dt>
                  <dd>
                    <Value column={column} row={row} itemId={item.id} country={country} context={context} />
                  </dd>
                </div>
              ))}
            <CardValues itemId={item.id} rowId={row.id} />
          </Values>
          <PersonSubmissions itemId={item.id} rowId={row.id} />
          <ContactSearches columns={columns} row={row} />
          <Small>
            <FormattedMessage
              id={row.updated_by.name ? 'contacts.changed_at' : 'contacts.changed_at_nobody'}
              values={{
                time: <RelativeTime value={row.updated_at} />,
                name: <bdi>{row.updated_by.name}</bdi>,
              }}
            />
          </Small>
          {mayChange && <PersonHistory itemId={item.id} row={row} columns={columns} />}
        </Parts>
      )}
    </Modal>
  );
}

type ValueProps = {
  column: GridColumn;
  row: Row;
  itemId: string;
  country: string | null;
  context: CellContext;
};

/** A value of a person; numbers as they are written in the hub's country. */
function Value({ column, row, itemId, country, context }: ValueProps) {
  const value = row.values[column.name];
  if (column.tableType !== null)
    return <CellValue itemId={itemId} column={column} row={row} value={value} context={context} />;
  const { field } = column;
  if (field.type === 'phone' && typeof value === 'string')
    return (
      <>
        <PhoneLink phone={value} country={country} />
        {typedTexts(row, column.name).map((text) => (
          <Small key={text}>
            <FormattedMessage id="table.typed_as" values={{ text: <bdi>{text}</bdi> }} />
          </Small>
        ))}
      </>
    );
  return (
    <ValueView
      field={field}
      value={value}
      fileOf={(id) => {
        const file = row.files?.[id];
        return file && { name: file.name, href: rowFileUrl(itemId, id) };
      }}
    />
  );
}
