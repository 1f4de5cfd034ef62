import { CalendarDays } from 'lucide-react';
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
import { type DateChoice, dateChoices } from './date-choices.ts';
import { type Choice, SuggestionList, type SuggestionProps } from './SuggestionList.tsx';

const isPerson = (match: PickerMatch): match is PersonMatch => !isGroupMatch(match);

/** People of the hub, and days, by what was typed behind `@`. */
export function MentionMenu({ editor, trigger, keys }: SuggestionProps) {
  const intl = useIntl();
  const { hub } = useShell();
  const people = usePeopleSearch(hub ? peopleOfHub(hub.domain_handle) : null, trigger.query);
  const insert = (type: 'mention' | 'date', attrs: Record<string, string>) =>
    void editor
      .chain()
      .focus()
      .deleteRange({ from: trigger.from, to: trigger.to })
      .insertContent([
        { type, attrs },
        { type: 'text', text: ' ' },
      ])
      .run();
  const dayName = (id: DateChoice['id']) => intl.formatMessage({ id: `editor.date_${id}` });
  const days: Choice[] = dateChoices(trigger.query, dayName).map(({ id, date }) => ({
    key: id,
    content: (
      <>
        <CalendarDays aria-hidden size={17} strokeWidth={1.75} />
        <span>{dayName(id)}</span>
        <code>{dateText(date)}</code>
      </>
    ),
    select: () => insert('date', { date }),
  }));
  const mentions: Choice[] = (people ?? []).filter(isPerson).map((person) => ({
    key: person.id,
    content: (
      <>
        <Avatar name={personName(person)} seed={person.id} src={person.avatar_url} size={24} />
        <span>{personName(person)}</span>
      </>
    ),
    select: () => insert('mention', { id: person.id, label: personName(person) }),
  }));
  return (
    <SuggestionList
      key={trigger.from}
      editor={editor}
      at={trigger.from}
      choices={[...days, ...mentions]}
      label={intl.formatMessage({ id: 'editor.people' })}
      keys={keys}
    />
  );
}
