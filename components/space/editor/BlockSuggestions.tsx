import { useIntl } from 'react-intl';
import { BLOCK_COMMANDS, type BlockCommand } from './block-commands.ts';
import { blockName } from './block-name.ts';
import { startUndoStep } from './collaboration.ts';
import { SuggestionList, type SuggestionProps } from './SuggestionList.tsx';

type BlockSuggestionsProps = SuggestionProps & { onBlock: (command: BlockCommand) => void };

/** The blocks that `/` offers. */
export function BlockSuggestions({ editor, trigger, keys, onBlock }: BlockSuggestionsProps) {
  const intl = useIntl();
  const query = trigger.query.toLowerCase();
  const choices = BLOCK_COMMANDS.map((command) => ({
    command,
    name: blockName(intl, command.id),
  }))
    .filter(
      ({ name, command }) =>
        name.toLowerCase().includes(query) ||
        command.id.replace('_', '').startsWith(query) ||
        command.aliases?.some((alias) => alias.startsWith(query)),
    )
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
        startUndoStep(editor.state);
        editor.chain().focus().deleteRange({ from: trigger.from, to: trigger.to }).run();
        onBlock(command);
      },
    }));
  return (
    <SuggestionList
      key={trigger.from}
      editor={editor}
      at={trigger.from}
      choices={choices}
      label={intl.formatMessage({ id: 'editor.blocks' })}
      keys={keys}
    />
  );
}
