import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { HIDDEN } from '#styles/hidden.ts';
import { below } from '#styles/tokens.ts';
import type { SaveState } from './use-item.ts';

/** `draft`: the displayed text is saved, and this browser stores a newer draft. */
type ShownState = SaveState | 'draft';

const LOOK = {
  saved: { tone: 'success', id: 'item.saved' },
  saving: { tone: 'info', id: 'item.saving' },
  unsaved: { tone: 'warning', id: 'item.unsaved' },
  failed: { tone: 'error', id: 'item.failed_save' },
  draft: { tone: 'warning', id: 'item.has_draft' },
} as const satisfies Record<ShownState, { tone: Tone; id: string }>;

/** Only the icon where the header is narrow; the label stays for screen readers. */
const Label = styled.span`
  ${below('sm')} {
    ${HIDDEN}
  }
`;

/** The save state, always visible and current. */
export function SaveBadge({ state }: { state: ShownState }) {
  const { tone, id } = LOOK[state];
  return (
    <span role="status">
      <Badge tone={tone}>
        <Label>
          <FormattedMessage id={id} />
        </Label>
      </Badge>
    </span>
  );
}
