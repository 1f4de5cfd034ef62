import { type KeyboardEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/common/Avatar.tsx';
import { Field, Input } from '#components/common/Field.tsx';
import { VisuallyHidden } from '#components/common/VisuallyHidden.tsx';
import type { Candidate } from '#lib/contract/space-member.ts';
import { emailProblem } from '#lib/rules.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { nameOf } from './roles.ts';
import { useCandidates } from './use-candidates.ts';

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
  padding: 6px;
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
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

/** Somebody of the hub, or an address. */
export type Chosen = { type: 'person'; person: Candidate } | { type: 'email'; email: string } | null;

type PersonFieldProps = {
  slug: string;
  text: string;
  error: string | null;
  onText: (text: string) => void;
  onChoose: (chosen: Chosen) => void;
};

/** A name that is completed among the hub's people, or an address that is invited: a combobox (WAI-ARIA 1.2). */
export function PersonField({ slug, text, error, onText, onChoose }: PersonFieldProps) {
  const intl = useIntl();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useCandidates(slug, text, open);
  const email = text.trim();
  const invitable = email.includes('@') && emailProblem(email) === null;
  const options: Exclude<Chosen, null>[] = [
    ...(found ?? []).map((person) => ({ type: 'person' as const, person })),
    ...(invitable && !found?.some((one) => one.email.toLowerCase() === email.toLowerCase())
      ? [{ type: 'email' as const, email }]
      : []),
  ];
  const shown = open && options.length > 0;

  const choose = (option: Exclude<Chosen, null>) => {
    onText(option.type === 'person' ? nameOf(option.person) : option.email);
    onChoose(option);
    setOpen(false);
    setActive(-1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (options.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) =>
        at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length,
      );
      return;
    }
    const option = options[active];
    if (event.key === 'Enter' && shown && option) {
      event.preventDefault();
      choose(option);
    }
  };

  return (
    <Wrap
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Field label={<FormattedMessage id="space_people.person" />} error={error} required>
        {(own) => (
          <Input
            {...own}
            value={text}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            maxLength={320}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onChange={(event) => {
              onText(event.target.value);
              onChoose(null);
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <List
        id={listId}
        role="listbox"
        aria-label={intl.formatMessage({ id: 'space_people.person' })}
        hidden={!shown}
      >
        {options.map((option, at) => (
          <Option
            key={option.type === 'person' ? option.person.id : 'email'}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.type === 'person' ? (
              <>
                <Avatar name={nameOf(option.person)} seed={option.person.id} size={28} />
                <span>
                  <bdi>{nameOf(option.person)}</bdi>
                  <small>{option.person.email}</small>
                </span>
              </>
            ) : (
              <span>
                <FormattedMessage id="space_people.invite_option" values={{ email: option.email }} />
              </span>
            )}
          </Option>
        ))}
      </List>
      <VisuallyHidden role="status">
        {open && found && <FormattedMessage id="space_people.found" values={{ count: found.length }} />}
      </VisuallyHidden>
    </Wrap>
  );
}
