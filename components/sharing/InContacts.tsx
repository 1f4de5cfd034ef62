import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { contactPath, onePerList } from './contact-lists.ts';
import { ShortName } from './ShortName.ts';

/** Lists that are named; the others are counted. */
const LISTS_SHOWN = 3;

type InContactsProps = { handle: string; contacts: readonly MemberContact[] };

/** In which contact lists somebody is, with a link to the person in each. */
export function InContacts({ handle, contacts }: InContactsProps) {
  const intl = useIntl();
  const lists = onePerList(contacts);
  const more = lists.length - LISTS_SHOWN;
  const shown = lists.slice(0, LISTS_SHOWN).map((contact) => (
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
