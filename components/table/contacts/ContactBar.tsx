import { UserPlus } from 'lucide-react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { View } from '#lib/contract/table-views.ts';
import { below, color, space } from '#styles/tokens.ts';
import type { ContactDialog } from './ContactDialogs.tsx';
import { ContactMenu } from './ContactMenu.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(3)};

  > p {
    flex: 1;
    min-width: max-content;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

const Find = styled.div`
  flex: 1 1 220px;
  max-width: 360px;

  ${below('md')} {
    flex-basis: 100%;
    max-width: none;
  }
`;

const Group = styled.div`
  flex: 0 1 220px;

  ${below('md')} {
    flex-basis: 100%;
  }
`;

type ContactBarProps = {
  item: Item;
  typed: string;
  onType: (text: string) => void;
  /** What is searched for: exports have what it finds. */
  q: string;
  count: number | null;
  /** Saved views of the list, and the one whose people are shown; empty for all. */
  groups: readonly View[];
  group: string;
  onGroup: (id: string) => void;
  /** The filter besides: exports have what it finds. */
  filter: string;
  mayChange: boolean;
  onOpen: (dialog: ContactDialog) => void;
};

/** The bar above the people of a contact list: search, their number, imports and exports. */
export function ContactBar(props: ContactBarProps) {
  const { item, typed, onType, q, count, groups, group, onGroup, filter, mayChange, onOpen } = props;
  const intl = useIntl();
  return (
    <Bar>
      <Find role="search">
        <SearchField
          label={intl.formatMessage({ id: 'contacts.search' })}
          placeholder={intl.formatMessage({ id: 'contacts.search' })}
          value={typed}
          maxLength={200}
          onChange={(event) => onType(event.target.value)}
        />
      </Find>
      {groups.length > 0 && (
        <Group>
          <Select
            aria-label={intl.formatMessage({ id: 'contacts.group' })}
            value={group}
            onChange={({ target }) => onGroup(target.value)}
          >
            <option value="">{intl.formatMessage({ id: 'contacts.group_all' })}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Group>
      )}
      <p role="status">
        {count !== null && (
          <FormattedMessage
            id="contacts.count"
            values={{ count, number: <FormattedNumber value={count} /> }}
          />
        )}
      </p>
      <ContactMenu
        item={item}
        q={q}
        group={group}
        filter={filter}
        onLabels={mayChange ? () => onOpen({ dialog: 'labels' }) : null}
        onImportCards={mayChange ? () => onOpen({ dialog: 'import cards' }) : null}
        onImportTable={mayChange ? () => onOpen({ dialog: 'import table' }) : null}
      />
      {mayChange && (
        <Button icon={UserPlus} variant="primary" onClick={() => onOpen({ dialog: 'edit', row: null })}>
          <FormattedMessage id="contacts.new" />
        </Button>
      )}
    </Bar>
  );
}
