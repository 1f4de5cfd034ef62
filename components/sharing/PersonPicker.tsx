import { Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Input } from '#components/ui/control.ts';
import { Field } from '#components/ui/Field.tsx';
import { optionStyle } from '#components/ui/option-list-style.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { emailProblem } from '#lib/text/rules.ts';
import { color, space } from '#styles/tokens.ts';
import { personName } from './people-view.ts';
import { isGroupMatch, type PeopleSource, type PickerMatch, usePeopleSearch } from './use-people-search.ts';

const Wrap = styled.div`
  position: relative;
  min-width: 0;
`;

const List = styled.ul`
  position: absolute;
  z-index: 500;
  top: calc(100% + 4px);
  right: 0;
  left: 0;
  max-height: 320px;
  ${popupLook}
`;

const Option = styled.li`
  ${optionStyle}
  gap: ${space(3)};
  min-height: 44px;

  > span:last-child {
    display: grid;
  }
`;

const GroupMark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 50%;
  background: ${color('hover')};
  color: ${color('quiet')};
`;

/** The picked user or group: a search result, or the typed text (`id` null). */
export type PickedPerson = { id: string | null; text: string; isGroup?: true };

export const NO_PERSON: PickedPerson = { id: null, text: '' };

type PersonPickerProps = {
  label: ReactNode;
  help?: ReactNode;
  error: ReactNode;
  value: PickedPerson;
  onChange: (value: PickedPerson) => void;
  /** Where matching users, and groups, are searched; null for a user who may not search. */
  source: PeopleSource | null;
  /** Ids of users and groups that can't be picked. */
  without?: ReadonlySet<string>;
  /** Whether users are shown before anything is typed. */
  showsInitial?: boolean;
  /** Whether a complete address is an option, as an invite. */
  invites?: boolean;
};

/** A field for a user by name or address, with the matching ones (WAI-ARIA 1.2 combobox with a list). */
export const PersonPicker = withQueries(function PersonPicker(props: PersonPickerProps) {
  const {
    label,
    help,
    error,
    value,
    onChange,
    source,
    without,
    showsInitial = false,
    invites = false,
  } = props;
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const typed = value.text.trim();
  const asks = open && (showsInitial || typed !== '');
  const found = usePeopleSearch(asks ? source : null, typed);
  const people = found?.filter(({ id }) => !without?.has(id)) ?? [];
  const invitable =
    invites &&
    typed.includes('@') &&
    emailProblem(typed) === null &&
    !people.some((one) => !isGroupMatch(one) && one.email.toLowerCase() === typed.toLowerCase());
  const options: (PickerMatch | null)[] = invitable ? [...people, null] : people;
  const { isListed, active, onTyped, wrapProps, inputProps, listProps, optionProps } =
    useCombobox<PickerMatch | null>({
      open,
      onOpenChange: setOpen,
      options,
      onChoose: (match) => onChange(match ? pickedOf(match) : { id: null, text: typed }),
      takesText: true,
      opensOnFocus: showsInitial,
    });

  return (
    <Wrap {...wrapProps}>
      <Field label={label} help={help} error={error} required>
        {(own) => (
          <Input
            {...own}
            {...inputProps}
            value={value.text}
            autoCapitalize="none"
            maxLength={320}
            onChange={(event) => {
              onChange({ id: null, text: event.target.value });
              onTyped();
            }}
          />
        )}
      </Field>
      <List {...listProps} aria-label={intl.formatMessage({ id: 'person_picker.list' })}>
        {isListed &&
          options.map((person, at) => (
            <Option key={person?.id ?? 'invited'} {...optionProps(at)} aria-selected={at === active}>
              {person ? (
                <Match match={person} />
              ) : (
                <span>
                  <FormattedMessage id="person_picker.invite" values={{ email: typed }} />
                </span>
              )}
            </Option>
          ))}
      </List>
      <VisuallyHidden role="status">
        {found && <FormattedMessage id="person_picker.found" values={{ count: people.length }} />}
      </VisuallyHidden>
    </Wrap>
  );
});

const pickedOf = (match: PickerMatch): PickedPerson =>
  isGroupMatch(match)
    ? { id: match.id, text: match.name, isGroup: true }
    : { id: match.id, text: personName(match) };

function Match({ match }: { match: PickerMatch }) {
  if (isGroupMatch(match)) {
    return (
      <>
        <GroupMark aria-hidden>
          <Users size={15} strokeWidth={1.75} />
        </GroupMark>
        <span>
          <bdi>{match.name}</bdi>
          <small>
            <FormattedMessage id="person_picker.group_people" values={{ count: match.members_count }} />
          </small>
        </span>
      </>
    );
  }
  return (
    <>
      <Avatar name={personName(match)} seed={match.id} src={match.avatar_url} size={28} />
      <span>
        <bdi>{personName(match)}</bdi>
        <small>{match.email}</small>
      </span>
    </>
  );
}
