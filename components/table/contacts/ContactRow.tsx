import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { EntryRow } from '#components/ui/EntryRow.tsx';
import { type ContactColumns, cellText, contactName, photoOf } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Member } from '#lib/contract/member.ts';
import type { Row } from '#lib/contract/table.ts';
import { contactPhotoUrl } from '#services/contacts.ts';
import { rowFileUrl } from '#services/table.ts';
import { color } from '#styles/tokens.ts';
import { ContactLinks, PhoneLink } from './ContactLinks.tsx';
import { MemberNote } from './MemberNote.tsx';

/** Opens a person: looks like the name. */
export const NameButton = styled.button`
  max-width: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};
  font: inherit;
  font-weight: 500;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;

  &:hover {
    color: ${color('primaryText')};
    text-decoration: underline;
  }
`;

export type ContactEntryProps = {
  item: Pick<Item, 'id'>;
  row: Row;
  columns: ContactColumns;
  /** The member of the hub with the same confirmed address, for readers who may see members. */
  member?: Member | undefined;
  /** Whether the card that the person was imported from has a photo. */
  hasCardPhoto?: boolean;
  /** The hub's country: its numbers are shown without their country code. */
  country: string | null;
  onOpen: (id: string) => void;
};

/** What a row and a card show of a person. */
export function contactEntry({
  item,
  row,
  columns,
  member,
  hasCardPhoto = false,
}: Pick<ContactEntryProps, 'item' | 'row' | 'columns' | 'member' | 'hasCardPhoto'>) {
  const photo = photoOf(row, columns);
  const ofCard = hasCardPhoto ? contactPhotoUrl(item.id, row.id) : null;
  return {
    name: contactName(row, columns),
    email: cellText(row, columns.email),
    phone: cellText(row, columns.phone),
    work: [cellText(row, columns.occupation), cellText(row, columns.company)].filter(Boolean).join(' · '),
    photo: photo ? rowFileUrl(item.id, photo) : (ofCard ?? member?.avatar_url ?? null),
  };
}

/** A person in the list. */
export function ContactRow(props: ContactEntryProps) {
  const { row, member, country, onOpen } = props;
  const { name, email, phone, work, photo } = contactEntry(props);
  return (
    <EntryRow
      mark={<Avatar name={name} seed={row.id} src={photo} size={36} />}
      name={
        <NameButton type="button" onClick={() => onOpen(row.id)}>
          <bdi>{name || <FormattedMessage id="contacts.nameless" />}</bdi>
        </NameButton>
      }
      notes={[
        work && (
          <span key="work" dir="auto">
            {work}
          </span>
        ),
        email !== name && email,
        member && <MemberNote key="member" member={member} />,
      ]}
      aside={phone && <PhoneLink phone={phone} country={country} />}
      actions={<ContactLinks name={name} email={email} phone={phone} />}
    />
  );
}
