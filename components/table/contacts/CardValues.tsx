import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { listCardValues } from '#services/contacts.ts';
import { color } from '#styles/tokens.ts';
import { contactsKey } from './use-contacts.ts';

const Unread = styled.small`
  display: block;
  color: ${color('quiet')};
  font-size: 13px;
`;

/** What the card of a person says besides, as further lines of their values; nothing where there is no card. */
export function CardValues({ itemId, rowId }: { itemId: string; rowId: string }) {
  const intl = useIntl();
  const { data = [] } = useQuery({
    queryKey: [...contactsKey(itemId), 'card', rowId],
    queryFn: ({ signal }) => listCardValues(itemId, rowId, signal),
  });
  return data.map(({ property, kind, value, unread }) => (
    <div key={`${property} ${value}`}>
      <dt>
        <FormattedMessage
          id="contacts.card_value"
          values={{ property: intl.formatMessage({ id: `contacts.card_${property}` }), kind }}
        />
      </dt>
      <dd dir="auto">
        {value}
        {unread && (
          <Unread>
            <FormattedMessage id="contacts.card_unread" />
          </Unread>
        )}
      </dd>
    </div>
  ));
}
