import type { Editor } from '@tiptap/core';
import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react';
import {
  findNext,
  findPrev,
  getMatchHighlights,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { useEditorState } from './use-editor-state.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  font-size: 13px;

  > input {
    flex: 1;
    min-width: 120px;
    height: 32px;
    min-height: 32px;
    padding-block: 0;
    font-size: 14px;
  }

  > button[aria-pressed='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  > span {
    color: ${color('quiet')};
    font-variant-numeric: tabular-nums;
  }
`;

type FindBarProps = { editor: Editor; isEditable: boolean; onClose: () => void };

type Search = { text: string; replacement: string; caseSensitive: boolean; wholeWord: boolean };

/** Marks the matches in the text while this is used. @returns how many there are, and which is chosen */
function useMatches(editor: Editor, { text, replacement, caseSensitive, wholeWord }: Search) {
  useEffect(() => {
    const query = new SearchQuery({
      search: text,
      replace: replacement,
      literal: true,
      caseSensitive,
      wholeWord,
    });
    editor.view.dispatch(setSearchState(editor.state.tr, query));
  }, [editor, text, replacement, caseSensitive, wholeWord]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed)
        editor.view.dispatch(setSearchState(editor.state.tr, new SearchQuery({ search: '' })));
    },
    [editor],
  );
  return useEditorState(editor, ({ state }) => {
    const matches = getMatchHighlights(state).find();
    const { from, to } = state.selection;
    return {
      count: matches.length,
      // Of the match that is chosen, from 1.
      at: matches.findIndex((match) => match.from === from && match.to === to) + 1,
    };
  });
}

/** Finds and replaces in the text; the places are marked while it is open. */
export function FindBar({ editor, isEditable, onClose }: FindBarProps) {
  const intl = useIntl();
  const [text, setText] = useState('');
  const [replacement, setReplacement] = useState('');
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [wholeWord, setWholeWord] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const { count, at } = useMatches(editor, { text, replacement, caseSensitive, wholeWord });

  const run = (command: typeof findNext) => {
    command(editor.state, editor.view.dispatch, editor.view);
    editor.commands.scrollIntoView();
  };
  const leave = () => {
    editor.commands.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      run(event.shiftKey ? findPrev : findNext);
    }
  };
  const message = (
    id:
      | 'editor.find'
      | 'editor.replace_with'
      | 'editor.find_next'
      | 'editor.find_previous'
      | 'editor.find_case'
      | 'editor.find_whole_word'
      | 'editor.find_close',
  ) => intl.formatMessage({ id });
  return (
    <Bar role="search" aria-label={message('editor.find')} onKeyDown={onKeyDown}>
      <Input
        ref={field}
        dir="auto"
        aria-label={message('editor.find')}
        placeholder={message('editor.find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span role="status">
        {text !== '' &&
          (at > 0 ? (
            <FormattedMessage id="editor.found_at" values={{ at, count }} />
          ) : (
            <FormattedMessage id="editor.found" values={{ count }} />
          ))}
      </span>
      <IconButton
        size="small"
        icon={CaseSensitive}
        label={message('editor.find_case')}
        aria-pressed={caseSensitive}
        onClick={() => setCaseSensitive((before) => !before)}
      />
      <IconButton
        size="small"
        icon={WholeWord}
        label={message('editor.find_whole_word')}
        aria-pressed={wholeWord}
        onClick={() => setWholeWord((before) => !before)}
      />
      <IconButton
        size="small"
        icon={ChevronUp}
        label={message('editor.find_previous')}
        onClick={() => run(findPrev)}
      />
      <IconButton
        size="small"
        icon={ChevronDown}
        label={message('editor.find_next')}
        onClick={() => run(findNext)}
      />
      {isEditable && (
        <>
          <Input
            dir="auto"
            aria-label={message('editor.replace_with')}
            placeholder={message('editor.replace_with')}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
          <Button size="small" disabled={count === 0} onClick={() => run(replaceNext)}>
            <FormattedMessage id="editor.replace" />
          </Button>
          <Button size="small" disabled={count === 0} onClick={() => run(replaceAll)}>
            <FormattedMessage id="editor.replace_all" />
          </Button>
        </>
      )}
      <IconButton size="small" icon={X} label={message('editor.find_close')} onClick={leave} />
    </Bar>
  );
}
