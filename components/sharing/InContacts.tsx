import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import { namedContacts } from '#lib/contacts/named-contacts.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { contactPath } from './contact-lists.ts';
import { ShortName } from './ShortName.ts';

type InContactsProps = { handle: string; contacts: readonly MemberContact[] };

/** In which contact lists somebody is, with a link to the person in each. */
export function InContacts({ handle, contacts }: InContactsProps) {
  const intl = useIntl();
  const { named, more } = namedContacts(contacts);
  const shown = named.map((contact) => (
    <NextLink
      key={contact.item_id}
      href={contactPath(handle, contact)}
      title={contact.title}
      prefetch={false}
    >
      <ShortName>{contact.title}</ShortName>
    </NextLink>
  ));
  const rest = more > 0 ? intl.formatMessage({ id: 'contacts.more_lists' }, { count: more }) : [];
  return (
    <span>
      <FormattedMessage
        id="contacts.in_lists"
        values={{ lists: intl.formatList([...shown, rest].flat(), { type: 'conjunction' }) }}
      />
    </span>
  );
}
