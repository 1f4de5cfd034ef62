import { useDraggable } from '@dnd-kit/core';
import { ClipboardPaste, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import {
  CONTENT_BLOCK_ICONS,
  CONTENT_BLOCK_KINDS,
  OFFERED_TYPES,
  TYPE_ICONS,
} from '#components/fields/field-type-icons.ts';
import { type AddableKind, useBuilder } from '#components/forms/builder/context/builder-context.ts';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';

const Box = styled.div`
  display: grid;
  gap: ${space(4)};

  h2 {
    margin-bottom: ${space(1)};
    padding: 0 ${space(2)};
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 600;
  }
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  padding: 0;
  list-style: none;
`;

const Entry = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: ${CONTROL.small + 4}px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('text')};
  font-size: 14px;
  text-align: left;

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  &:hover {
    background: ${color('hover')};
  }

  @media (pointer: coarse) {
    min-height: 44px;
  }
`;

/** Prefix of the drag ids of the palette's entries. */
const DRAGGED = 'new:';
export const dragIdOf = (kind: AddableKind) => `${DRAGGED}${kind}`;
export const kindOfDragId = (id: string): AddableKind | null =>
  [...OFFERED_TYPES, ...CONTENT_BLOCK_KINDS].find((kind) => dragIdOf(kind) === id) ?? null;

/** All types of fields and blocks: a click or Enter adds one, and the mouse can drag it to a position. */
export function Palette({ onAdded }: { onAdded?: () => void }) {
  const { add, paste } = useBuilder();
  const done = (act: () => void) => () => {
    onAdded?.();
    act();
  };
  return (
    <Box>
      <section>
        <h2>
          <FormattedMessage id="builder.add_field" />
        </h2>
        <List>
          {OFFERED_TYPES.map((type) => (
            <li key={type}>
              <PaletteEntry kind={type} icon={TYPE_ICONS[type]} onAdd={done(() => add(type))}>
                <FormattedMessage id={`builder.type_${type}`} />
              </PaletteEntry>
            </li>
          ))}
        </List>
      </section>
      <section>
        <h2>
          <FormattedMessage id="builder.add_between" />
        </h2>
        <List>
          {CONTENT_BLOCK_KINDS.map((kind) => (
            <li key={kind}>
              <PaletteEntry kind={kind} icon={CONTENT_BLOCK_ICONS[kind]} onAdd={done(() => add(kind))}>
                <FormattedMessage id={`builder.between_${kind}`} />
              </PaletteEntry>
            </li>
          ))}
          <li>
            <Entry type="button" onClick={done(paste)}>
              <ClipboardPaste aria-hidden size={17} strokeWidth={1.75} />
              <FormattedMessage id="builder.paste" />
            </Entry>
          </li>
        </List>
      </section>
    </Box>
  );
}

type PaletteEntryProps = { kind: AddableKind; icon: LucideIcon; onAdd: () => void; children: ReactNode };

function PaletteEntry({ kind, icon: Icon, onAdd, children }: PaletteEntryProps) {
  const { setNodeRef, listeners } = useDraggable({ id: dragIdOf(kind) });
  // Enter adds; only the mouse drags from here.
  const onPointerDown = listeners?.onPointerDown;
  return (
    <Entry
      ref={setNodeRef}
      type="button"
      onClick={onAdd}
      {...(onPointerDown ? { onPointerDown: (event) => onPointerDown(event) } : {})}
    >
      <Icon aria-hidden size={17} strokeWidth={1.75} />
      {children}
    </Entry>
  );
}
