import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/common/Avatar.tsx';
import { Field, Input } from '#components/common/Field.tsx';
import type { Member } from '#lib/contract/member.ts';
import { findPeople } from '#services/sharing.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';

const Wrap = styled.div`
  position: relative;
`;

const Options = styled.ul`
  position: absolute;
  z-index: 10;
  top: calc(100% + 4px);
  right: 0;
  left: 0;
  max-height: 280px;
  margin: 0;
  padding: ${space(1)};
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};
  list-style: none;
`;

const Option = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius('chip')};
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color('hover')};
  }

  > span:last-child {
    display: grid;
    min-width: 0;
  }

  small {
    color: ${color('quiet')};
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
`;

/** A search waits this long for the next letter, in milliseconds. */
const TYPING = 150;

/** Who is to be added: somebody of the hub, or whatever address was typed. */
export type PickedPerson = { id: string | null; text: string };

const nameOf = ({ first_name, last_name, email }: Member) => `${first_name} ${last_name}`.trim() || email;

type PersonPickerProps = {
  label: ReactNode;
  help: ReactNode;
  error: ReactNode;
  handle: string;
  /** False for guests: they are told of nobody. */
  suggests: boolean;
  /** Those who are in already. */
  without: ReadonlySet<string>;
  value: PickedPerson;
  onChange: (value: PickedPerson) => void;
  onSubmit: () => void;
};

/** A field for a person by name or address, with those of the hub who match (WAI-ARIA combobox with a list). */
export function PersonPicker({
  label,
  help,
  error,
  handle,
  suggests,
  without,
  value,
  onChange,
  onSubmit,
}: PersonPickerProps) {
  const intl = useIntl();
  const listId = useId();
  const [found, setFound] = useState<{ q: string; people: Member[] }>({ q: '', people: [] });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const wrap = useRef<HTMLDivElement>(null);
  const q = value.id === null ? value.text.trim() : '';

  useEffect(() => {
    if (!suggests || q.length < 1) return;
    let over = false;
    const timer = setTimeout(async () => {
      const page = await findPeople(handle, q);
      if (!over) setFound({ q, people: page.data });
    }, TYPING);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [handle, q, suggests]);

  const people = found.q === q ? found.people.filter(({ id }) => !without.has(id)) : [];
  const shown = open && q !== '' && people.length > 0;

  const choose = (person: Member) => {
    onChange({ id: person.id, text: nameOf(person) });
    setOpen(false);
    setActive(-1);
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      const person = shown ? people[active] : undefined;
      if (person) choose(person);
      else onSubmit();
    }
    if (!shown) return;
    if (event.key === 'Escape') {
      // The dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = active < 0 && step < 0 ? people.length - 1 : active + step;
      setActive((next + people.length) % people.length);
    }
  };

  return (
    <Wrap
      ref={wrap}
      onBlur={(event) => {
        if (!wrap.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Field label={label} help={help} error={error} required>
        {(control) => (
          <Input
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            value={value.text}
            onChange={(event) => {
              onChange({ id: null, text: event.target.value });
              setOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKey}
          />
        )}
      </Field>
      <Options
        id={listId}
        role="listbox"
        aria-label={intl.formatMessage({ id: 'sharing.suggestions' })}
        hidden={!shown}
      >
        {shown &&
          people.map((person, index) => (
            <Option
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={nameOf(person)} seed={person.id} src={person.avatar_url} size={28} />
              <span>
                <bdi>{nameOf(person)}</bdi>
                <small>{person.email}</small>
              </span>
            </Option>
          ))}
      </Options>
    </Wrap>
  );
}
