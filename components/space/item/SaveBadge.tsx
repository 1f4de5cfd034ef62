import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { DocumentSaveState } from '#components/space/editor/save-state.ts';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { HIDDEN } from '#styles/hidden.ts';
import { below } from '#styles/tokens.ts';

/** `draft`: the displayed text is saved, and this browser stores a newer draft. */
export type ShownState = DocumentSaveState | 'draft';

const LOOK = {
  saved: { tone: 'success', id: 'item.saved' },
  saving: { tone: 'info', id: 'item.saving' },
  unsaved: { tone: 'warning', id: 'item.unsaved' },
  offline: { tone: 'warning', id: 'editor.offline' },
  failed: { tone: 'error', id: 'item.failed_save' },
  draft: { tone: 'warning', id: 'item.has_draft' },
} as const satisfies Record<ShownState, { tone: Tone; id: string }>;

/** Only the icon where the header is narrow; the label stays for screen readers. */
const Label = styled.span`
  ${below('sm')} {
    ${HIDDEN}
  }
`;

/** Beside the text that is read, a narrow header has no place for what is as it should be. */
const Status = styled.span<{ $spare: boolean }>`
  ${below('sm')} {
    ${({ $spare }) => ($spare ? HIDDEN : '')}
  }
`;

/** The save state, always current; on narrow screens `Saved` is shown only while one writes (`isReading` is false). */
export function SaveBadge({ state, isReading }: { state: ShownState; isReading: boolean }) {
  const { tone, id } = LOOK[state];
  return (
    <Status role="status" $spare={isReading && state === 'saved'}>
      <Badge tone={tone}>
        <Label>
          <FormattedMessage id={id} />
        </Label>
      </Badge>
    </Status>
  );
}
