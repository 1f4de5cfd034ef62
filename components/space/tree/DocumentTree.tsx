import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { MoveItemDialog } from '#components/space/item/MoveItemDialog.tsx';
import { useMoveNotice } from '#components/space/item/use-move-notice.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { treeLines } from '#components/ui/tree-lines.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';
import { color, space } from '#styles/tokens.ts';
import { TreeRows } from './TreeRows.tsx';
import { type TreeLocation, treeEntryPath } from './tree-location.ts';
import { useTree } from './use-tree.ts';
import { useTreeEvents } from './use-tree-events.ts';
import { useTreeMoves } from './use-tree-moves.ts';

const Plain = styled.p`
  padding: ${space(2)} ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

const Top = styled.div<{ $over: boolean }>`
  height: ${space(2)};
  background: ${({ $over }) => ($over ? color('primaryTint') : 'none')};
`;

/** The tree of a space's folders and documents. */
export const DocumentTree = withQueries(function DocumentTree({ at }: { at: TreeLocation }) {
  const intl = useIntl();
  const toast = useToast();
  const noteMove = useMoveNotice();
  const tree = useTree(at);
  useTreeEvents(at.slug, tree.known, tree);
  const lines = treeLines(tree.known, tree.open);
  const moves = useTreeMoves(lines, tree, intl.formatMessage({ id: 'move.top' }));
  const [menu, setMenu] = useState<{ index: number; x: number; y: number } | null>(null);
  const client = useQueryClient();
  const [moving, setMoving] = useState<Item | null>(null);
  const box = useRef<HTMLDivElement>(null);

  const openMoveDialog = async (id: string) => {
    try {
      const item = await client.fetchQuery({
        queryKey: ['item', id],
        queryFn: async ({ signal }) => (await getItem(id, signal)).data,
        staleTime: 0,
      });
      setMoving(item);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const menuLine = menu && lines[menu.index];

  if (tree.error) return <ErrorState message={failureText(tree.error)} onRetry={tree.retry} />;
  if (tree.pending) return <SkeletonList rows={3} />;
  if (lines.length === 0)
    return (
      <Plain>
        <FormattedMessage id="tree.empty" />
      </Plain>
    );
  return (
    <div ref={box}>
      <Top
        $over={moves.over === null}
        onDragOver={(event) => moves.dragOver(event, null)}
        onDrop={(event) => moves.drop(event, null)}
      />
      <TreeRows
        at={at}
        lines={lines}
        moves={moves}
        onToggle={tree.toggle}
        onMenu={(index, x, y) => setMenu({ index, x, y })}
      />
      {menu && menuLine && (
        <PointMenu
          at={menu}
          label={intl.formatMessage({ id: 'item_list.acts' }, { title: menuLine.entry.title })}
          entries={[
            { label: <FormattedMessage id="tree.open" />, href: treeEntryPath(at, menuLine.entry) },
            {
              label: <FormattedMessage id="move.open" />,
              onSelect: () => void openMoveDialog(menuLine.entry.id),
            },
            {
              label: <FormattedMessage id="tree.move_up" />,
              onSelect: () => moves.step(menu.index, -1),
            },
            {
              label: <FormattedMessage id="tree.move_down" />,
              onSelect: () => moves.step(menu.index, 1),
            },
          ]}
          onClose={() => setMenu(null)}
        />
      )}
      <VisuallyHidden role="status">
        {moves.moved && <FormattedMessage id="tree.moved" values={moves.moved} />}
      </VisuallyHidden>
      {moving && (
        <MoveItemDialog
          item={moving}
          onClose={() => setMoving(null)}
          onMoved={(moved, place) => {
            setMoving(null);
            const line = lines.find(({ entry }) => entry.id === moved.id);
            if (line && moved.space_slug === at.slug)
              tree.showMoved(line.entry, { from: line.parent, to: moved.parent_id });
            tree.reloadAll();
            noteMove(moving, moved, place, tree.reloadAll);
          }}
        />
      )}
    </div>
  );
});
