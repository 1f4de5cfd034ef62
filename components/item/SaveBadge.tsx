import { FormattedMessage } from 'react-intl';
import { Badge, type Tone } from '#components/common/Badge.tsx';
import type { SaveState } from './use-item.ts';

const LOOK = {
  saved: { tone: 'success', id: 'item.saved' },
  saving: { tone: 'info', id: 'item.saving' },
  unsaved: { tone: 'warning', id: 'item.unsaved' },
  failed: { tone: 'error', id: 'item.failed_save' },
} as const satisfies Record<SaveState, { tone: Tone; id: string }>;

/** The save state: always there, always true. */
export function SaveBadge({ state }: { state: SaveState }) {
  const { tone, id } = LOOK[state];
  return (
    <span role="status">
      <Badge tone={tone}>
        <FormattedMessage id={id} />
      </Badge>
    </span>
  );
}
