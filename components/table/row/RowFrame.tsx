import { ArrowLeft, ChevronDown, ChevronUp, Link2, MessageSquare, Trash2 } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { CommentOnRow, RowCommentsContext } from '#context/comment-on-row.ts';
import { below, color, space } from '#styles/tokens.ts';
import { useFocusAtSamePlace } from './use-focus-at-same-place.ts';

const Page = styled.dialog`
  position: static;
  width: 100%;
  max-width: 880px;
  margin: 0 auto;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};

  > [role='status'] {
    margin-bottom: ${space(4)};
  }

  /* The whole screen where it is narrow. */
  ${below('md')} {
    position: fixed;
    inset: 0;
    width: 100vw;
    max-width: none;
    height: 100dvh;
    max-height: none;
    padding: 0 ${space(4)} env(safe-area-inset-bottom);
    overflow-y: auto;
    background: ${color('page')};
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  margin-bottom: ${space(4)};
  padding-block: ${space(2)};
  border-bottom: 1px solid ${color('line')};
  background: ${color('page')};

  ${below('md')} {
    position: sticky;
    z-index: 1;
    top: 0;
  }

  > h2 {
    flex: 1 1 160px;
    min-width: 0;
    overflow: hidden;
    font-size: 18px;
    overflow-wrap: anywhere;
    outline: none;
    text-overflow: ellipsis;

    ${below('md')} {
      order: 1;
      flex-basis: 100%;
    }
  }

  > span {
    display: inline-flex;

    ${below('md')} {
      margin-inline-start: auto;
    }

    button:disabled {
      opacity: 0.4;
    }
  }
`;

const Threads = styled.div`
  outline: none;
  /* Below what stays at the top of the page. */
  scroll-margin-top: 96px;
`;

type RowFrameProps = {
  name: string;
  /** Whether it is over the whole screen; null while the server renders. */
  isNarrow: boolean | null;
  /** The id of the row; null while there is none to comment on. */
  row: string | null;
  /** The name of the column whose field has the focus first; null for the title. */
  field: string | null;
  /** What tells its form from the one before; null while there is none. */
  form: string | null;
  /** The rows beside it; null where it is the first or the last one. */
  previous: string | null;
  next: string | null;
  onShow: (row: string) => void;
  onCopyLink: () => void;
  /** Null for who may not delete it. */
  onDelete: (() => void) | null;
  onClose: () => void;
  children: ReactNode;
};

type OpenPage = Pick<RowFrameProps, 'isNarrow' | 'field'> & {
  page: RefObject<HTMLDialogElement | null>;
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Opens the page, over the whole screen where it is narrow, and gives its title or a field the focus. */
function useOpenPage({ page, heading, isNarrow, field }: OpenPage): void {
  // Of the row that the page was opened at: another one is shown by a button, which keeps the focus.
  const [begin] = useState(field);
  useEffect(() => {
    const { current } = page;
    const { current: title } = heading;
    if (!current || !title || isNarrow === null) return;
    current.open = false;
    if (isNarrow) current.showModal();
    else current.open = true;
    title.focus({ preventScroll: true });
    if (begin !== null)
      import('./focus-field.ts').then(
        ({ focusFieldWhenThere }) => focusFieldWhenThere(current, begin, title),
        // Without a network the title has the focus.
        () => undefined,
      );
    return () => {
      if (isNarrow) current.close();
    };
  }, [page, heading, isNarrow, begin]);
}

/** The page of a row, in place of the rows; over the whole screen where it is narrow. */
export function RowFrame({
  name,
  isNarrow,
  row,
  field,
  form,
  previous,
  next,
  onShow,
  onCopyLink,
  ...props
}: RowFrameProps) {
  const { onDelete, onClose, children } = props;
  const intl = useIntl();
  const titleId = useId();
  const comment = useContext(CommentOnRow);
  const comments = useContext(RowCommentsContext);
  const threads = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const onFocus = useFocusAtSamePlace(page, form);

  useEffect(() => {
    const opener = document.activeElement;
    const top = window.scrollY;
    page.current?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      // Once the rows are in their place again.
      requestAnimationFrame(() => {
        window.scrollTo?.(0, top);
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, []);
  useOpenPage({ page, heading, isNarrow, field });

  // Where there is room for both, the panel of the item's comments shows the same threads.
  const isPanelBeside = comments?.isPanelOpen === true && isNarrow !== true;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isNarrow) return;
    // Escape in another dialog over this one is that dialog's.
    if (event.target instanceof Element && event.target.closest('dialog') !== page.current) return;
    onClose();
  };
  const label = (
    id: 'table.back_to_rows' | 'table.previous_row' | 'table.next_row' | 'table.copy_row_link',
  ) => intl.formatMessage({ id });
  return (
    <Page
      ref={page}
      open
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Head>
        <IconButton icon={ArrowLeft} label={label('table.back_to_rows')} onClick={onClose} />
        <h2 ref={heading} id={titleId} tabIndex={-1} dir="auto">
          {name}
        </h2>
        <span>
          <IconButton
            icon={ChevronUp}
            disabled={previous === null}
            label={label('table.previous_row')}
            onClick={() => previous && onShow(previous)}
          />
          <IconButton
            icon={ChevronDown}
            disabled={next === null}
            label={label('table.next_row')}
            onClick={() => next && onShow(next)}
          />
          <IconButton icon={Link2} label={label('table.copy_row_link')} onClick={onCopyLink} />
          {row && comments && (
            <IconButton
              icon={MessageSquare}
              label={intl.formatMessage({ id: 'comments.title' })}
              onClick={() => {
                if (isPanelBeside) return comment?.(row);
                threads.current?.scrollIntoView();
                threads.current?.focus({ preventScroll: true });
              }}
            />
          )}
          {onDelete && (
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'table.delete_row' })}
              onClick={onDelete}
            />
          )}
        </span>
      </Head>
      {children}
      {row && comments && !isPanelBeside && (
        <Threads ref={threads} tabIndex={-1}>
          {comments.of(row)}
        </Threads>
      )}
    </Page>
  );
}
