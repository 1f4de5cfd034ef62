import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Input } from '#components/ui/control.ts';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useSearchQuery } from '#context/use-search-query.ts';
import { findPeople } from '#services/sharing.ts';
import { personName } from './people-view.ts';
import type { Person } from './person.ts';
import { Box, Chip, Chips, List, Note, Option, Search } from './person-field-style.ts';
import { useMemberNames } from './use-member-names.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;

type Found = { id: string; name: string; email: string };

type PersonFieldProps = {
  label: string;
  isSeveral: boolean;
  /** Ids, also of people who left the hub: each stays until it is removed. */
  chosen: readonly string[];
  /** The names that are known already. */
  names: ReadonlyMap<string, string>;
  /** What is searched first. */
  typed?: string | undefined;
  control?: Omit<ComponentProps<'input'>, 'ref' | 'value' | 'name'>;
  onChange: (ids: string[]) => void;
  onLeave?: () => void;
};

type ChosenProps = {
  label: string;
  chosen: readonly string[];
  nameOf: (id: string) => string;
  /** Where the focus goes from the last of them. */
  onBack: () => void;
  onRemove: (id: string) => void;
};

/** The chosen people. With the keys, each is reached from the field by arrows and removed by Delete, Backspace or Enter. */
function Chosen({ label, chosen, nameOf, onBack, onRemove }: ChosenProps) {
  const intl = useIntl();
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const goTo = (next: number) => {
      const button = buttons[next];
      if (button) button.focus();
      else onBack();
    };
    const id = chosen[at];
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') goTo(Math.max(0, at - 1));
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') goTo(at + 1);
    else if (['Delete', 'Backspace', 'Enter', ' '].includes(event.key) && id !== undefined) {
      // Before its button is removed: the focus would be lost, and with it the editor of a cell.
      goTo(at > 0 ? at - 1 : 1);
      onRemove(id);
    } else return;
    event.preventDefault();
  };
  return (
    <Chips ref={list} aria-label={intl.formatMessage({ id: 'table.people_chosen' }, { label })}>
      {chosen.map((id, at) => (
        <Chip key={id}>
          <span dir="auto">{nameOf(id)}</span>
          <button
            type="button"
            aria-label={intl.formatMessage({ id: 'table.people_remove' }, { name: nameOf(id) })}
            onKeyDown={(event) => onKeyDown(event, at)}
            onClick={() => {
              onBack();
              onRemove(id);
            }}
          >
            <X aria-hidden size={14} strokeWidth={2} />
          </button>
        </Chip>
      ))}
    </Chips>
  );
}

/** A field for members of the hub, whom the server finds by name; who is chosen stays, whether they are found or not. */
export function PersonField(props: PersonFieldProps) {
  const { label, isSeveral, chosen, names, typed: first = '', control, onChange, onLeave } = props;
  const intl = useIntl();
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const [typed, setTyped] = useState(first);
  const [open, setOpen] = useState(first !== '');
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const { found, error } = useSearchQuery({
    of: ['people', handle, 'field'],
    typed,
    pause: PAUSE,
    when: open && handle !== '',
    search: async (q, signal): Promise<Found[]> =>
      loadedPage(await findPeople(handle, q, signal)).data.map((one) => ({
        id: one.id,
        name: personName(one),
        email: one.email,
      })),
  });
  const namesById = useMemberNames(chosen.filter((id) => !names.has(id) && !added.has(id)));
  const nameOf = (id: string) =>
    added.get(id) ?? names.get(id) ?? namesById.get(id) ?? intl.formatMessage({ id: 'table.restricted' });
  // Those for an earlier text are not offered: Enter would choose one who was not meant.
  const isCurrent = found?.text === typed.trim() && error === null;
  const options = isCurrent ? found.result.filter(({ id }) => !chosen.includes(id)) : [];
  const { isListed, active, onTyped, wrapProps, inputProps, listProps, optionProps } = useCombobox<Found>({
    open,
    onOpenChange: setOpen,
    options,
    onChoose: ({ id, name, email }) => {
      // The cell shows the name before the server has written it.
      queries.setQueryData<Person[]>(
        ['people', handle],
        (known) => known && [...known.filter((one) => one.id !== id), { id, name, mail: email }],
      );
      setTyped('');
      setAdded((before) => new Map(before).set(id, name));
      onChange(isSeveral ? [...chosen, id] : [id]);
    },
    takesText: false,
    opensOnFocus: false,
  });
  const search = useRef<HTMLDivElement>(null);
  const count = options.length;
  // Who is found may be below the end of a grid or a dialog.
  useEffect(() => {
    if (open && count >= 0) search.current?.scrollIntoView?.({ block: 'nearest' });
  }, [open, count]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const buttons = event.currentTarget.closest('[data-people]')?.querySelectorAll('ul button');
    const last = [...(buttons ?? [])].at(-1);
    const isEmpty = typed === '' && active < 0;
    if (isEmpty && (event.key === 'Backspace' || event.key === 'ArrowLeft') && last instanceof HTMLElement) {
      event.preventDefault();
      last.focus();
    } else if (isEmpty && event.key === 'Enter') setOpen(false);
    else inputProps.onKeyDown(event);
  };
  const status = error
    ? error.message
    : intl.formatMessage(
        { id: isCurrent ? 'person_picker.found' : 'table.filter_loading' },
        { count: options.length },
      );
  return (
    <Box
      data-people
      // The focus stays in the field: leaving it ends the editor of a cell.
      onMouseDown={(event: MouseEvent) => event.target !== input.current && event.preventDefault()}
      onBlur={(event) => {
        wrapProps.onBlur(event);
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setTyped('');
        onLeave?.();
      }}
    >
      {chosen.length > 0 && (
        <Chosen
          label={label}
          chosen={chosen}
          nameOf={nameOf}
          onBack={() => input.current?.focus()}
          onRemove={(id) => onChange(chosen.filter((one) => one !== id))}
        />
      )}
      <Search ref={search}>
        <Input
          {...(control ?? { 'aria-label': label })}
          {...inputProps}
          ref={input}
          value={typed}
          placeholder={intl.formatMessage({ id: 'table.people_find' })}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value);
            onTyped();
          }}
        />
        <List {...listProps} aria-label={intl.formatMessage({ id: 'person_picker.list' })}>
          {isListed &&
            options.map(({ id, name, email }, at) => (
              <Option key={id} {...optionProps(at)} aria-selected={at === active}>
                <bdi>{name}</bdi>
                <small>{email}</small>
              </Option>
            ))}
        </List>
        <Note role="status">{open && status}</Note>
      </Search>
    </Box>
  );
}

/** What a column of people has, as ids. */
export const peopleIds = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** Ids as the value of a column: none is no value. */
export const peopleValue = (ids: readonly string[], isSeveral: boolean): unknown =>
  isSeveral ? (ids.length > 0 ? [...ids] : undefined) : ids[0];
