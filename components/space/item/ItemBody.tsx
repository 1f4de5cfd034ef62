import dynamic from 'next/dynamic';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { isWrittenHere } from '#lib/browser/written-here.ts';
import '#components/table/table-parts.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { Tabs } from '#components/ui/Tabs.tsx';
import type { Item } from '#lib/contract/item.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { below, from, space } from '#styles/tokens.ts';
import { ItemMeta } from './ItemMeta.tsx';
import type { ItemPageData } from './item-page.ts';
import type { ItemPreview } from './item-preview.ts';
import { readingState } from './reading-state.ts';

/** Only for users who come from a search. */
const MatchHighlights = dynamic(() => import('./MatchHighlights.tsx'), { ssr: false });
/** Only for texts with headings. */
const Outline = dynamic(() => import('./Outline.tsx').then((file) => file.Outline));
const FoldedOutline = dynamic(() => import('./Outline.tsx').then((file) => file.FoldedOutline));
/** Only for files that are not read yet. */
const ProcessingNotice = dynamic(() =>
  import('./ProcessingNotice.tsx').then((file) => file.ProcessingNotice),
);
/** Only for some documents, below their text. */
const MentionedIn = dynamic(() => import('./MentionedIn.tsx').then((file) => file.MentionedIn));
/** Not for tables. */
const PreviewView = dynamic(() => import('./PreviewView.tsx').then((file) => file.PreviewView));
fetchWhenIdle(() => import('./PreviewView.tsx'));
/** Not for documents, which most pages show. A navigation to a file finds it fetched. */
const FilePreview = dynamic(() => import('./FilePreview.tsx').then((file) => file.FilePreview));
fetchWhenIdle(() => import('./FilePreview.tsx'));
/** Only for files, at an address of its own. */
const TextView = dynamic(() => import('./TextView.tsx').then((file) => file.TextView));
fetchWhenIdle(() => import('./TextView.tsx'));
/** Only for tables. */
const TableView = dynamic(() => import('#components/table/TableView.tsx').then((file) => file.TableView));
const ContactList = dynamic(() =>
  import('#components/table/contacts/ContactList.tsx').then((file) => file.ContactList),
);

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(8)};

  ${from('xl')} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 180px);

    &[data-wide] {
      grid-template-columns: minmax(0, 1fr);
    }

    &[data-side] {
      grid-template-columns: minmax(0, 1fr) minmax(0, 380px);
    }
  }

  @media print {
    display: block;
  }
`;

const Column = styled.article<{ $wide: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  align-content: start;
  width: 100%;
  max-width: ${({ $wide }) => ($wide ? 'none' : `${CONTENT_WIDTH}px`)};
  min-width: 0;
  margin: ${space(4)} auto 0;

  ${below('md')} {
    margin-top: ${space(2)};
    padding-inline: ${space(2)};
  }

  @media print {
    max-width: none;
    margin-top: 0;
    padding-inline: 0;
  }
`;

const Head = styled.div<{ $wide: boolean }>`
  display: grid;
  gap: ${space(3)};
  min-width: 0;

  /* Rows begin further up: the heading is as small as a section's. */
  ${({ $wide }) =>
    $wide &&
    css`
      display: flex;
      flex-wrap: wrap;
      gap: 0 ${space(4)};
      align-items: baseline;

      && h1,
      && textarea {
        font-size: 22px;
        letter-spacing: -0.01em;
      }

      /* The longest names must not push the rows off a phone; on a wide screen they have room. */
      && h1 {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 6;
      }
    `}
`;

/** Shown on screen only, not in print. */
const Notices = styled.div`
  display: contents;
`;

const Side = styled.div`
  display: none;

  ${from('xl')} {
    display: block;
    margin-top: ${space(4)};
  }
`;

/** Kinds whose files have an extracted text that can be viewed. */
const TEXT_KINDS = new Set(['document', 'table', 'contact', 'email', 'general']);

function hasTextView(item: Item, preview: ItemPreview): boolean {
  if (item.file_name === null || item.processing.state !== 'ready' || !TEXT_KINDS.has(item.kind))
    return false;
  return preview.type !== 'text' && preview.type !== 'none';
}

type ItemBodyProps = {
  data: ItemPageData;
  item: Item;
  title: ReactNode;
  notice?: ReactNode;
  editor?: ReactNode;
  /** The editor stands in place of the content; until then, the content is there to be read. */
  isEditorReady?: boolean;
  /** Null where the user may not retry. */
  onRetry?: (() => Promise<void>) | null;
  onWrite?: (() => void) | null;
  /** The pointer or the focus is where writing begins. */
  onWriteSoon?: (() => void) | undefined;
  /** Beside the content, in place of the outline, which then stands above it. */
  side?: ReactNode;
  /** The element that shows the content. */
  contentRef?: RefObject<HTMLDivElement | null> | undefined;
};

/** Title, facts, state and content of an item; the same for members and for visitors. */
export function ItemBody({
  data,
  item,
  title,
  notice,
  editor,
  isEditorReady = false,
  onRetry = null,
  onWrite = null,
  onWriteSoon,
  side = null,
  contentRef,
}: ItemBodyProps) {
  const intl = useIntl();
  const { preview, table, view, text, path } = data;
  const [marking, setMarking] = useState(true);
  const ownRef = useRef<HTMLDivElement>(null);
  const content = contentRef ?? ownRef;
  const reached = useRef<string | null>(null);
  const canMark =
    view === 'text' || preview.type === 'html' || preview.type === 'text' || preview.type === 'table';
  const query = marking && canMark && !editor ? data.query : '';
  const isRead = readingState(item) === 'ready';
  const isWide = (table !== null || (view === 'preview' && preview.type === 'table')) && !editor;
  const isFullWidth = isWide || item.full_width === true;
  const isShown = view === 'preview' && preview.type === 'html' && !editor && item.trashed_at === null;
  const outline = (isShown && preview.outline) || [];
  const isEmpty = preview.type === 'none' && isWrittenHere(item);
  // A trashed item's content is not available until it is restored.
  const isTrashed = item.trashed_at !== null;
  const queryString = data.query ? `q=${encodeURIComponent(data.query)}` : '';
  // The address of an item inside a shared one has its own query.
  const viewAt = (query: string) => (query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path);

  return (
    <Sides data-wide={isWide || undefined} data-side={side ? true : undefined}>
      <Column $wide={isFullWidth}>
        <Head $wide={isWide}>
          {title}
          {/* A table counts its rows itself, because they change. */}
          <ItemMeta
            item={table ? { ...item, counts: { ...item.counts, rows: undefined } } : item}
            minutes={data.minutes}
          />
        </Head>
        <Notices data-print="hidden">{notice}</Notices>
        {!isRead && <ProcessingNotice item={item} onRetry={onRetry} />}
        {!isTrashed && hasTextView(item, preview) && !editor && (
          <Tabs
            label={intl.formatMessage({ id: 'item.views' })}
            current={view}
            items={[
              {
                key: 'preview',
                label: <FormattedMessage id="item.view_preview" />,
                href: viewAt(queryString),
              },
              {
                key: 'text',
                label: <FormattedMessage id="item.view_text" />,
                href: viewAt(`view=text${queryString && `&${queryString}`}`),
              },
            ]}
          />
        )}
        {outline.length > 0 && <FoldedOutline headings={outline} />}
        {query && <MatchHighlights element={content} query={query} onClear={() => setMarking(false)} />}
        {editor}
        {(editor && isEditorReady) || isTrashed || (
          <div ref={content}>
            {table ? (
              item.kind === 'contact' ? (
                <ContactList key={item.id} item={item} first={table} />
              ) : (
                <TableView key={item.id} item={item} first={table} />
              )
            ) : view === 'text' ? (
              <TextView key={item.id} id={item.id} first={text} />
            ) : isEmpty && editor ? null : isEmpty && onWrite ? (
              <EmptyState
                title={<FormattedMessage id="item.empty_document" />}
                text={<FormattedMessage id="item.empty_document_text" />}
                action={
                  <Button onClick={onWrite} onPointerEnter={onWriteSoon} onFocus={onWriteSoon}>
                    <FormattedMessage id="item.edit" />
                  </Button>
                }
              />
            ) : (
              isRead && <PreviewView {...{ item, preview, content, reached, FilePreview }} />
            )}
          </div>
        )}
        {!editor && !isTrashed && data.mentions && data.mentions.length > 0 && (
          <MentionedIn id={item.id} first={data.mentions} />
        )}
      </Column>
      {side}
      {!isWide && !side && (
        <Side data-print="hidden">{outline.length > 0 && <Outline headings={outline} />}</Side>
      )}
    </Sides>
  );
}
