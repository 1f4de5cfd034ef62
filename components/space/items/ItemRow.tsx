import { RotateCw } from 'lucide-react';
import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { readingState } from '#components/space/item/reading-state.ts';
import { WriterFaces } from '#components/space/item/WriterFaces.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { byteSize } from '#components/ui/ByteSize.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisibilityChip, VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { WritingPerson } from '#lib/contract/document-writers.ts';
import type { Item } from '#lib/contract/item.ts';
import { below, color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import { ItemMenu } from './ItemMenu.tsx';
import { SelectBox } from './SelectBox.tsx';
import type { ItemActions } from './use-item-actions.tsx';

/** The columns of the list's header and of its rows. */
export const COLUMNS = 'minmax(0, 1fr) 84px 150px 130px 80px 48px';
/** On narrower screens, without the size. */
export const FEWER_COLUMNS = 'minmax(0, 1fr) 150px 130px 80px 48px';

const Row = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: ${space(4)};
  min-height: 60px;
  padding: ${space(2)} ${space(3)} ${space(2)} ${space(5)};
  border-bottom: 1px solid ${color('line')};
  transition: background ${MOTION};

  &:last-child {
    border-bottom: 0;
    border-radius: 0 0 ${radius('card')} ${radius('card')};
  }

  &:hover {
    background: ${color('hover')};
  }

  &:has([data-select] > :checked) {
    background: ${color('primaryTint')};
  }

  ${below('lg')} {
    grid-template-columns: ${FEWER_COLUMNS};
  }

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr) 44px;
    gap: ${space(1)};
    min-height: 68px;
    padding: ${space(3)} ${space(1)} ${space(3)} ${space(4)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    background: ${color('surface')};
    box-shadow: ${SHADOW.card};

    &:last-child {
      border-bottom: 1px solid ${color('line')};
      border-radius: ${radius('card')};
    }

    &:has([data-select]) {
      padding-left: 40px;
    }
  }

  @media (hover: none) {
    &:has([data-select]) {
      padding-left: 40px;
    }
  }
`;

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  min-width: 0;

  ${below('md')} {
    gap: ${space(3)};
  }
`;

const ItemText = styled.div`
  min-width: 0;
`;

/** Covers its whole row, so that the row is one large target; controls in the row are above it. */
const Title = styled(NextLink)`
  display: block;
  overflow: hidden;
  color: ${color('text')};
  font-weight: 500;
  text-align: start;
  text-decoration: none;
  text-overflow: ellipsis;
  white-space: nowrap;

  &::after {
    position: absolute;
    inset: 0;
    content: '';
  }

  &:hover {
    text-decoration: none;
  }

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    border-radius: ${radius('control')};
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }
`;

const Subtitle = styled.div<{ $failed: boolean }>`
  display: flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  color: ${({ $failed }) => color($failed ? 'error' : 'quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;

  > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: ${({ $failed }) => ($failed ? 'normal' : 'nowrap')};
  }
`;

const OnPhone = styled.span`
  display: none;

  ${below('md')} {
    display: inline-flex;
    flex: none;
    color: ${color('quiet')};
  }
`;

const NotOnPhone = styled.span`
  ${below('md')} {
    display: none;
  }
`;

const Progress = styled.div`
  flex: 0 1 160px;
  min-width: 48px;
  margin-left: ${space(2)};
`;

const Above = styled.div`
  position: relative;
  z-index: 1;
  flex: none;
`;

const Cell = styled.div`
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;

  ${below('md')} {
    display: none;
  }
`;

/** A cell that is hidden in a narrow list. */
const WideCell = styled(Cell)`
  font-variant-numeric: tabular-nums;
  text-align: end;

  ${below('lg')} {
    display: none;
  }
`;

const MenuCell = styled(Above)`
  justify-self: end;

  /* An open menu stands above the rows that follow. */
  &:focus-within {
    z-index: 2;
  }
`;

/** Measures of a file that are shown rather than its bytes. */
const MEASURES = [
  ['pages', 'item_list.pages'],
  ['slides', 'item_list.slides'],
  ['rows', 'item_list.rows'],
] as const;

type ItemRowProps = {
  item: Item;
  href: string;
  actions: ItemActions;
  /** Who else writes in it now. */
  writers?: readonly WritingPerson[] | undefined;
};

/** One item: its kind, processing state, visibility, and actions. A card on phones. */
export function ItemRow({ item, href, actions, writers }: ItemRowProps) {
  const intl = useIntl();
  const { title, processing, created_by: author } = item;
  const state = readingState(item);
  const failed = state === 'failed';
  return (
    <Row data-item={item.id}>
      <SelectBox item={item} />
      <Name>
        <KindIcon kind={item.kind} />
        <ItemText>
          <Title href={href} dir="auto" title={title} prefetch={false}>
            {title}
          </Title>
          <Subtitle $failed={failed}>
            <OnPhone>
              <VisibilityIcon visibility={item.effective_visibility} size={13} />
            </OnPhone>
            <ItemSubtitle item={item} />
          </Subtitle>
        </ItemText>
        {writers && <WriterFaces people={writers} size={24} max={3} />}
        {state === 'running' && (
          <Progress>
            <ProgressBar
              value={processing.progress ?? 0}
              label={intl.formatMessage({ id: 'item_list.reading' }, { title })}
            />
          </Progress>
        )}
        {failed && item.allowed.includes('item.change') && (
          <Above>
            <Button size="small" icon={RotateCw} collapses onClick={() => actions.retry(item)}>
              <FormattedMessage id="action.retry" />
              <VisuallyHidden> {title}</VisuallyHidden>
            </Button>
          </Above>
        )}
      </Name>
      <WideCell>{item.size > 0 && byteSize(intl, item.size)}</WideCell>
      <Cell>
        <VisibilityChip visibility={item.effective_visibility} />
      </Cell>
      <Cell>
        <Above as="span">
          <RelativeTime value={item.updated_at} />
        </Above>
      </Cell>
      <Cell>
        {author.name && (
          <Above as="span" title={author.name}>
            <Avatar name={author.name} seed={author.id} size={24} />
            <VisuallyHidden>{author.name}</VisuallyHidden>
          </Above>
        )}
      </Cell>
      <MenuCell>
        <ItemMenu item={item} href={href} acts={actions} />
      </MenuCell>
    </Row>
  );
}

/** "Document · 14 pages", "Image · 2.4 MB", "Folder · 12 items", or why it isn't ready. */
function ItemSubtitle({ item }: { item: Item }) {
  const intl = useIntl();
  const { kind, processing, size, counts } = item;
  const state = readingState(item);
  if (state === 'failed') {
    return <span>{processing.reason ?? <FormattedMessage id="item_list.failed" />}</span>;
  }
  const extent = () => {
    if (state !== 'ready')
      return intl.formatMessage({ id: state === 'queued' ? 'item_list.queued' : 'item_list.running' });
    if (kind === 'folder') {
      return intl.formatMessage({ id: 'item_list.folder_items' }, { count: counts.children });
    }
    const measure = MEASURES.find(([name]) => counts[name]);
    if (measure) return intl.formatMessage({ id: measure[1] }, { count: counts[measure[0]] });
    return size > 0 ? byteSize(intl, size) : null;
  };
  const extentText = extent();
  const name = <FormattedMessage id={`kind.${kind}`} />;
  if (extentText === null) return <span>{name}</span>;
  return (
    <span>
      <NotOnPhone>
        {name}
        {' · '}
      </NotOnPhone>
      {extentText}
    </span>
  );
}
