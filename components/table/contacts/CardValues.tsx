import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { listCardValues } from '#services/contacts.ts';
import { contactsKey } from './use-contacts.ts';

/** What the card of a person says besides, as further lines of their values; nothing where there is no card. */
export function CardValues({ itemId, rowId }: { itemId: string; rowId: string }) {
  const intl = useIntl();
  const { data = [] } = useQuery({
    queryKey: [...contactsKey(itemId), 'card', rowId],
    queryFn: ({ signal }) => listCardValues(itemId, rowId, signal),
  });
  return data.map(({ property, kind, value }) => (
    <div key={`${property} ${value}`}>
      <dt>
        <FormattedMessage
          id="contacts.card_value"
          values={{ property: intl.formatMessage({ id: `contacts.card_${property}` }), kind }}
        />
      </dt>
      <dd dir="auto">{value}</dd>
    </div>
  ));
}
