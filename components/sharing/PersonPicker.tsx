import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Input } from '#components/ui/control.ts';
import { Field } from '#components/ui/Field.tsx';
import { popupLook } from '#components/ui/popup-look.ts';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { emailProblem } from '#lib/text/rules.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { personName } from './people-view.ts';
import { type PeopleSource, type PersonMatch, usePeopleSearch } from './use-people-search.ts';

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
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius('chip')};
  cursor: pointer;

  &[aria-selected='true'],
  &:hover {
    background: ${color('hover')};
  }

  > span:last-child {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** The picked user: a search result, or the typed text (`id` null). */
export type PickedPerson = { id: string | null; text: string };

export const NOBODY: PickedPerson = { id: null, text: '' };

type PersonPickerProps = {
  label: ReactNode;
  help?: ReactNode;
  error: ReactNode;
  value: PickedPerson;
  onChange: (value: PickedPerson) => void;
  /** Where matching users are searched; null for a user who may not search. */
  source: PeopleSource | null;
  /** Ids of users who can't be picked. */
  without?: ReadonlySet<string>;
  /** Whether users are shown before anything is typed. */
  atOnce?: boolean;
  /** Whether a complete address is an option, as an invite. */
  invites?: boolean;
};

/** A field for a user by name or address, with the matching ones (WAI-ARIA 1.2 combobox with a list). */
export const PersonPicker = withQueries(function PersonPicker(props: PersonPickerProps) {
  const { label, help, error, value, onChange, source, without, atOnce = false, invites = false } = props;
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const typed = value.text.trim();
  const asks = open && (atOnce || typed !== '');
  const found = usePeopleSearch(asks ? source : null, typed);
  const people = found?.filter(({ id }) => !without?.has(id)) ?? [];
  const invitable =
    invites &&
    typed.includes('@') &&
    emailProblem(typed) === null &&
    !people.some(({ email }) => email.toLowerCase() === typed.toLowerCase());
  const options: (PersonMatch | null)[] = invitable ? [...people, null] : people;
  const { isListed, active, onTyped, wrapProps, inputProps, listProps, optionProps } =
    useCombobox<PersonMatch | null>({
      open,
      onOpenChange: setOpen,
      options,
      onChoose: (person) =>
        onChange(person ? { id: person.id, text: personName(person) } : { id: null, text: typed }),
      takesText: true,
      opensOnFocus: atOnce,
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
                <>
                  <Avatar name={personName(person)} seed={person.id} src={person.avatar_url} size={28} />
                  <span>
                    <bdi>{personName(person)}</bdi>
                    <small>{person.email}</small>
                  </span>
                </>
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
