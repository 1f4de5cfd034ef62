import { Mentions } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { AntdProvider } from '#components/ui/AntdProvider.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useSearchQuery } from '#context/use-search-query.ts';
import type { MentionablePerson } from '#lib/contract/comment.ts';
import type { MentionedPerson } from '#lib/text/mention-text.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 150;

export type FindPeople = (q: string, signal: AbortSignal) => Promise<MentionablePerson[]>;

export type MentionsFieldProps = {
  id: string;
  value: string;
  placeholder: string;
  /** What the people belong to, for the cache of the search. */
  place: string;
  find: FindPeople;
  'aria-label': string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  autoFocus: boolean;
  onChange: (text: string) => void;
  onMention: (person: MentionedPerson) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A text in which `@` suggests people. Heavy: load it on demand. */
export const MentionsField = withQueries(function MentionsField({
  place,
  find,
  onMention,
  onKeyDown,
  ...field
}: MentionsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { found } = useSearchQuery({
    of: ['mentionable', place],
    typed: typed ?? '',
    pause: PAUSE,
    // From the first `@` on: the field suggests people for a name that was begun before it was there.
    when: typed !== null || field.value.includes('@'),
    search: find,
  });
  const people = found?.result ?? [];
  const wrap = useRef<HTMLDivElement>(null);
  return (
    <AntdProvider>
      <div ref={wrap}>
        <Mentions
          {...field}
          autoSize={{ minRows: 2, maxRows: 12 }}
          filterOption={false}
          options={people.map(({ id, name, avatar_url: src }) => ({
            key: id,
            value: name,
            label: (
              <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
                <Avatar name={name} seed={id} src={src} size={20} /> <bdi>{name}</bdi>
              </span>
            ),
          }))}
          notFoundContent={<FormattedMessage id={found ? 'comments.nobody' : 'comments.searching_people'} />}
          // Inside a dialog, what is outside of it can't be used.
          getPopupContainer={() => wrap.current ?? document.body}
          onSearch={setTyped}
          onSelect={({ key, value }) => {
            // The library makes keys unique by a number behind them.
            const person = people.find(({ id }) => String(key).startsWith(id));
            if (person && value !== undefined) onMention({ id: person.id, name: value });
          }}
          onKeyDown={onKeyDown}
        />
      </div>
    </AntdProvider>
  );
});
