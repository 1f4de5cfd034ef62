import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { type Label, LabelChips } from '#components/table/contacts/labels/LabelChips.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { EntryRow } from '#components/ui/EntryRow.tsx';
import { type ContactColumns, cellText, contactName, photoOf } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Member } from '#lib/contract/member.ts';
import type { Row } from '#lib/contract/table.ts';
import { contactPhotoUrl } from '#services/contacts.ts';
import { rowFileUrl } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';
import { ContactLinks, PhoneLink } from './ContactLinks.tsx';
import { MemberNote } from './MemberNote.tsx';
import { PersonCheck, type PersonSelection } from './PersonCheck.tsx';

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
  labels: readonly Label[];
  /** For anybody who may give labels to several people. */
  selection: PersonSelection | null;
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

const Marks = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
`;

/** A person in the list. */
export function ContactRow(props: ContactEntryProps) {
  const { row, member, country, onOpen, labels, selection } = props;
  const { name, email, phone, work, photo } = contactEntry(props);
  return (
    <EntryRow
      mark={
        <Marks>
          {selection && <PersonCheck {...selection} name={name} />}
          <Avatar name={name} seed={row.id} src={photo} size={36} />
        </Marks>
      }
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
      below={labels.length > 0 && <LabelChips labels={labels} />}
      aside={phone && <PhoneLink phone={phone} country={country} />}
      actions={<ContactLinks name={name} email={email} phone={phone} />}
    />
  );
}
