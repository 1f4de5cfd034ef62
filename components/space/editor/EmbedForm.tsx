import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { optionStyle } from '#components/ui/option-list-style.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import { embedAddress, embedTarget } from '#lib/text/embed-address.ts';
import { type SearchResult, search } from '#services/search.ts';
import { color, space } from '#styles/tokens.ts';
import { putCursorBehind } from './cursor-behind.ts';
import { useAtCursor } from './use-at-cursor.ts';

const Frame = styled.div`
  position: fixed;
  z-index: 1000;
  width: min(380px, calc(100vw - 16px));
  ${popupLook}

  > p {
    margin: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const List = styled.ul`
  max-height: 260px;
  margin-top: ${space(1)};
  overflow-y: auto;
`;

const Option = styled.li`
  ${optionStyle}
  gap: ${space(3)};

  > span {
    display: grid;
  }
`;

const PAUSE = 150;
const SHOWN = 12;
/** Room that the list takes, in pixels. */
const LIST_HEIGHT = 270;
const LIST_ID = 'editor-embeds';

/** What a pasted address of this hub leads to: an item, a view of a table, or a form. */
function pastedAddress(typed: string, handle: string): string | null {
  const text = typed.trim();
  if (!URL.canParse(text)) return null;
  const { origin, pathname, search: query } = new URL(text);
  const address = embedTarget(`${pathname}${query}`)?.address ?? null;
  return origin === window.location.origin && address?.startsWith(`/${handle}/`) ? address : null;
}

/** The items and forms that a search finds, each once, the ones with a matching title first. */
async function find(q: string, signal: AbortSignal): Promise<SearchResult[]> {
  if (!q) return [];
  const { data } = loadedPage(await search({ q, page_size: 2 * SHOWN }, signal));
  const found = new Map<string, SearchResult>();
  for (const result of data)
    if (result.item.kind !== 'post' && !found.has(result.item.id)) found.set(result.item.id, result);
  const isTitle = ({ title }: SearchResult) => (title.includes('<mark>') ? 0 : 1);
  return [...found.values()].toSorted((a, b) => isTitle(a) - isTitle(b)).slice(0, SHOWN);
}

type EmbedFormProps = { editor: Editor; handle: string; onClose: () => void };

/** Looks for something of the hub, and puts it into the text at the cursor. */
export function EmbedForm({ editor, handle, onClose }: EmbedFormProps) {
  const intl = useIntl();
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, pending, error, again } = useSearchQuery({
    of: ['embeds', 'search', handle],
    typed,
    pause: PAUSE,
    search: find,
  });
  useAtCursor(editor, frame, onClose, LIST_HEIGHT);
  const isPasted = pastedAddress(typed, handle) !== null;
  const results = typed.trim() && !isPasted ? (found?.result ?? []) : [];
  const current = Math.min(chosen, results.length - 1);

  const insert = (result: SearchResult | undefined) => {
    const address =
      pastedAddress(typed, handle) ??
      (result && embedAddress(handle, result.item.kind === 'form' ? 'form' : 'item', result.item.id));
    if (!address) return;
    editor
      .chain()
      .focus()
      .insertContent({ type: 'embed', attrs: { address } })
      .command(({ tr }) => {
        if (tr.selection instanceof NodeSelection) putCursorBehind(tr, tr.selection.to);
        return true;
      })
      .run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      editor.commands.focus();
      onClose();
    } else if (event.key === 'Enter') insert(results[current]);
    else if (event.key === 'ArrowDown') setChosen(Math.min(current + 1, results.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(current - 1, 0));
    else return;
    event.preventDefault();
  };
  const label = intl.formatMessage({ id: 'editor.block_embed' });
  return (
    <Frame ref={frame} role="dialog" aria-label={label} onKeyDown={onKeyDown}>
      <Input
        dir="auto"
        role="combobox"
        aria-label={label}
        aria-expanded={results.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={results.length > 0 ? `${LIST_ID}-${current}` : undefined}
        placeholder={intl.formatMessage({ id: 'embed.search' })}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
      />
      {error ? (
        <p role="alert">
          <FormattedMessage id="embed.failed" />{' '}
          <Button variant="link" onClick={again}>
            <FormattedMessage id="action.retry" />
          </Button>
        </p>
      ) : (
        results.length === 0 && (
          <p role="status">
            {typed.trim() && pending && !isPasted ? (
              '…'
            ) : (
              <FormattedMessage id={isPasted ? 'embed.pasted' : typed.trim() ? 'embed.none' : 'embed.hint'} />
            )}
          </p>
        )
      )}
      <List id={LIST_ID} role="listbox" aria-label={label} hidden={results.length === 0}>
        {results.map((result, index) => (
          <Option
            key={result.item.id}
            id={`${LIST_ID}-${index}`}
            role="option"
            aria-selected={index === current}
            ref={(option) => {
              if (index === current) option?.scrollIntoView({ block: 'nearest' });
            }}
            onMouseDown={(event) => event.preventDefault()}
            onMouseEnter={() => setChosen(index)}
            onClick={() => insert(result)}
          >
            <KindIcon kind={result.item.kind} size={28} labelled />
            <span>
              <span dir="auto">{result.item.title}</span>
              <small dir="auto">{result.space.name}</small>
            </span>
          </Option>
        ))}
      </List>
    </Frame>
  );
}
