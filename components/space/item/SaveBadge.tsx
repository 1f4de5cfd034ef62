import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { HIDDEN } from '#styles/hidden.ts';
import { below } from '#styles/tokens.ts';
import type { SaveState } from './use-item.ts';

/** `draft`: what is shown is saved, and something newer waits in this browser. */
type ShownState = SaveState | 'draft';

const LOOK = {
  saved: { tone: 'success', id: 'item.saved' },
  saving: { tone: 'info', id: 'item.saving' },
  unsaved: { tone: 'warning', id: 'item.unsaved' },
  failed: { tone: 'error', id: 'item.failed_save' },
  draft: { tone: 'warning', id: 'item.has_draft' },
} as const satisfies Record<ShownState, { tone: Tone; id: string }>;

/** Only the sign where the header is narrow; screen readers get the word. */
const Word = styled.span`
  ${below('sm')} {
    ${HIDDEN}
  }
`;

/** The save state: always there, always true. */
export function SaveBadge({ state }: { state: ShownState }) {
  const { tone, id } = LOOK[state];
  return (
    <span role="status">
      <Badge tone={tone}>
        <Word>
          <FormattedMessage id={id} />
        </Word>
      </Badge>
    </span>
  );
}
