import { Plus, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { PendingMove } from '#components/forms/builder/actions/MoveFieldDialog.tsx';
import { useBuilderActions } from '#components/forms/builder/actions/use-builder-actions.ts';
import { BuilderDragContext, Canvas } from '#components/forms/builder/canvas/Canvas.tsx';
import { Palette } from '#components/forms/builder/canvas/Palette.tsx';
import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import { removeBrokenConditions } from '#components/forms/builder/changes/move-field.ts';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import { BuilderContext } from '#components/forms/builder/context/builder-context.ts';
import { Properties } from '#components/forms/builder/properties/Properties.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { HEADER_HEIGHT } from '#lib/text/constants.ts';
import { below, color, from, SHADOW, space } from '#styles/tokens.ts';
import { BAR_HEIGHT } from './measures.ts';
import { useWideLayout } from './use-wide-layout.ts';

const MoveFieldDialog = lazyDialog(() =>
  import('#components/forms/builder/actions/MoveFieldDialog.tsx').then((file) => file.MoveFieldDialog),
);

const Columns = styled.div`
  display: grid;
  align-items: start;

  ${from('xl')} {
    grid-template-columns: 200px minmax(0, 1fr) 300px;
  }
`;

const Side = styled.aside`
  display: none;

  ${from('xl')} {
    position: sticky;
    top: ${HEADER_HEIGHT + BAR_HEIGHT}px;
    display: block;
    height: calc(100dvh - ${HEADER_HEIGHT + BAR_HEIGHT}px);
    padding: ${space(4)};
    overflow-y: auto;
    background: ${color('surface')};
    overscroll-behavior: contain;
  }

  &:first-child {
    padding: ${space(4)} ${space(2)};
    border-right: 1px solid ${color('line')};
  }

  &:last-child {
    border-left: 1px solid ${color('line')};
  }
`;

const Middle = styled.div`
  width: 100%;
  max-width: 680px;
  margin: 0 auto;
  padding: ${space(5)} ${space(4)} 160px;

  ${below('md')} {
    padding: ${space(3)} ${space(2)} 180px;
  }
`;

/** A bar for palette and properties, where the screen is too narrow to show them beside the form. */
const Dock = styled.div`
  position: fixed;
  z-index: 650;
  right: ${space(4)};
  bottom: ${space(4)};
  display: flex;
  gap: ${space(2)};

  > button {
    box-shadow: ${SHADOW.floating};
  }

  ${from('xl')} {
    display: none;
  }

  ${below('md')} {
    bottom: calc(84px + env(safe-area-inset-bottom));
  }
`;

/** The form builder: the palette, the form itself, and the properties of the selection. */
export function BuildTab() {
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null);
  const builder = useBuilderActions(setPendingMove);
  const draft = useDraft();
  const isWide = useWideLayout();
  const [sheet, setSheet] = useState<'palette' | 'properties' | null>(null);
  const intl = useIntl();
  const { selected, select, wantsFocus } = useSelection();
  const closeMove = () => {
    if (pendingMove) focusNode(pendingMove.id);
    setPendingMove(null);
  };
  // Where the properties are a sheet, going to something opens it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each selection
  useEffect(() => {
    if (!isWide && wantsFocus()) setSheet('properties');
  }, [selected, isWide, wantsFocus]);
  return (
    <BuilderContext.Provider value={builder}>
      <BuilderDragContext>
        <Columns>
          <Side aria-label={intl.formatMessage({ id: 'builder.palette' })}>{isWide && <Palette />}</Side>
          <Middle>
            <Canvas />
          </Middle>
          <Side aria-label={intl.formatMessage({ id: 'builder.properties' })}>
            {isWide && <Properties />}
          </Side>
        </Columns>
        <Dock>
          <Button icon={SlidersHorizontal} size="large" onClick={() => setSheet('properties')}>
            <FormattedMessage id="builder.properties" />
          </Button>
          <Button variant="primary" icon={Plus} size="large" onClick={() => setSheet('palette')}>
            <FormattedMessage id="builder.add" />
          </Button>
        </Dock>
        {!isWide && sheet === 'palette' && (
          <Modal open onClose={() => setSheet(null)} title={<FormattedMessage id="builder.palette" />}>
            <div data-draft>
              <Palette onAdded={() => setSheet(null)} />
            </div>
          </Modal>
        )}
        {!isWide && sheet === 'properties' && (
          <Modal open onClose={() => setSheet(null)} title={<FormattedMessage id="builder.properties" />}>
            <Properties />
          </Modal>
        )}
      </BuilderDragContext>
      {pendingMove && (
        <MoveFieldDialog
          pendingMove={pendingMove}
          onClose={closeMove}
          onMove={(move, id) => {
            const name = nodeName(intl, draft.content, id).slice(0, 60);
            draft.change(
              () => removeBrokenConditions(move),
              intl.formatMessage({ id: 'builder.did_move' }, { name }),
            );
            select({ kind: 'field', id });
            closeMove();
          }}
        />
      )}
    </BuilderContext.Provider>
  );
}
