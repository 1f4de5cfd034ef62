import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { emojiChoices, loadEmojiNames } from './emoji-choices.ts';
import { SuggestionList, type SuggestionProps } from './SuggestionList.tsx';

/** Emoji by their names. Without a network there are none. */
export function EmojiMenu({ editor, trigger, keys }: SuggestionProps) {
  const intl = useIntl();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    loadEmojiNames().then(setNames, () => undefined);
  }, []);
  const choices = emojiChoices(names, trigger.query).map((one) => ({
    key: one.name,
    content: (
      <>
        <span>{one.emoji}</span>
        <span>{one.name}</span>
      </>
    ),
    select: () =>
      void editor
        .chain()
        .focus()
        .deleteRange({ from: trigger.from, to: trigger.to })
        .insertContent(`${one.emoji} `)
        .run(),
  }));
  return (
    <SuggestionList
      key={trigger.from}
      editor={editor}
      at={trigger.from}
      choices={choices}
      label={intl.formatMessage({ id: 'editor.emoji' })}
      keys={keys}
    />
  );
}
