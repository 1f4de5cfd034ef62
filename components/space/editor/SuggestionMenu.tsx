import type { Editor } from '@tiptap/core';
import { CalendarDays } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { personName } from '#components/sharing/people-view.ts';
import {
  isGroupMatch,
  type PersonMatch,
  type PickerMatch,
  peopleOfHub,
  usePeopleSearch,
} from '#components/sharing/use-people-search.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { dateText } from '#lib/text/date-markdown.ts';
import { BLOCK_COMMANDS, type BlockCommand } from './block-commands.ts';
import { dateChoices } from './date-choices.ts';
import { emojiChoices, loadEmojiNames } from './emoji-choices.ts';
import { type Choice, SuggestionList } from './SuggestionList.tsx';
import type { Trigger } from './trigger.ts';

const isPerson = (match: PickerMatch): match is PersonMatch => !isGroupMatch(match);

const LABELS = { '/': 'editor.blocks', '@': 'editor.people', ':': 'editor.emoji' } as const;

/** The names of emoji, once one is looked for; without a network there are none. */
function useEmojiNames(isNeeded: boolean) {
  const [names, setNames] = useState<Readonly<Record<string, string>> | null>(null);
  useEffect(() => {
    if (isNeeded) loadEmojiNames().then(setNames, () => undefined);
  }, [isNeeded]);
  return names;
}

type SuggestionMenuProps = {
  editor: Editor;
  trigger: Trigger;
  /** Where the editor asks about a key first. */
  keys: RefObject<(event: KeyboardEvent) => boolean>;
  onBlock: (command: BlockCommand) => void;
};

/** What `/` and `@` offer at the cursor, by keyboard and pointer; the focus stays in the text. */
export function SuggestionMenu({ editor, trigger, keys, onBlock }: SuggestionMenuProps) {
  const intl = useIntl();
  const { hub } = useShell();
  const people = usePeopleSearch(
    trigger.sign === '@' && hub ? peopleOfHub(hub.domain_handle) : null,
    trigger.query,
  );
  const names = useEmojiNames(trigger.sign === ':');
  const removeTyped = () => editor.chain().focus().deleteRange({ from: trigger.from, to: trigger.to });

  const blocks = (): Choice[] =>
    BLOCK_COMMANDS.map((command) => ({
      command,
      name: intl.formatMessage({ id: `editor.block_${command.id}` }),
    }))
      .filter(({ name, command }) => {
        const query = trigger.query.toLowerCase();
        return name.toLowerCase().includes(query) || command.id.replace('_', '').startsWith(query);
      })
      .map(({ command, name }) => ({
        key: command.id,
        content: (
          <>
            <command.icon aria-hidden size={17} strokeWidth={1.75} />
            <span>{name}</span>
            {command.markdown && <code aria-hidden>{command.markdown}</code>}
          </>
        ),
        select: () => {
          removeTyped().run();
          onBlock(command);
        },
      }));
  const mentions = (): Choice[] =>
    (people ?? []).filter(isPerson).map((person) => ({
      key: person.id,
      content: (
        <>
          <Avatar name={personName(person)} seed={person.id} src={person.avatar_url} size={24} />
          <span>{personName(person)}</span>
        </>
      ),
      select: () =>
        void removeTyped()
          .insertContent([
            { type: 'mention', attrs: { id: person.id, label: personName(person) } },
            { type: 'text', text: ' ' },
          ])
          .run(),
    }));
  const dates = (): Choice[] => {
    const nameOf = (id: 'today' | 'tomorrow' | 'next_week' | 'typed') =>
      intl.formatMessage({ id: `editor.date_${id}` });
    return dateChoices(trigger.query, nameOf).map(({ id, date }) => ({
      key: id,
      content: (
        <>
          <CalendarDays aria-hidden size={17} strokeWidth={1.75} />
          <span>{nameOf(id)}</span>
          <code>{dateText(date)}</code>
        </>
      ),
      select: () =>
        void removeTyped()
          .insertContent([
            { type: 'date', attrs: { date } },
            { type: 'text', text: ' ' },
          ])
          .run(),
    }));
  };
  const emoji = (): Choice[] =>
    (names ? emojiChoices(names, trigger.query) : []).map((one) => ({
      key: one.name,
      content: (
        <>
          <span>{one.emoji}</span>
          <span>{one.name}</span>
        </>
      ),
      select: () => void removeTyped().insertContent(`${one.emoji} `).run(),
    }));
  const offered = { '/': blocks, '@': () => [...dates(), ...mentions()], ':': emoji };
  const choices = offered[trigger.sign]();
  return (
    <SuggestionList
      key={trigger.from}
      editor={editor}
      at={trigger.from}
      choices={choices}
      label={intl.formatMessage({ id: LABELS[trigger.sign] })}
      keys={keys}
    />
  );
}
