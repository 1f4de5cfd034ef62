import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { hasUnfinished } from '#components/forms/draft/unfinished-rule.ts';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { HIDDEN } from '#styles/hidden.ts';
import { below, space } from '#styles/tokens.ts';

/** Maximum number of problems listed; the next ones follow when these are fixed. */
const LISTED = 12;

const Line = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
`;

/** Text that does not fit beside the title on phones; it stays for screen readers. */
const More = styled.span`
  ${below('md')} {
    ${HIDDEN}
  }
`;
const more = (chunks: ReactNode) => <More>{chunks}</More>;
const plain = (chunks: ReactNode) => chunks;

type Props = {
  /** For tabs that show nothing of the draft: "saved" would be understood to refer to their input. */
  quiet?: boolean;
};

/** The save state of the draft, always visible and current. Its problems are one click away. */
export function SaveStatus({ quiet = false }: Props) {
  const { save, problems, isStoredLocally, failure, flush, unfinished } = useDraft();
  const { goTo } = useSelection();
  const isHalf = save === 'saved' && hasUnfinished(unfinished);
  return (
    <Line>
      <span role="status">
        {save === 'saved' && !isHalf && !quiet && (
          <Badge tone="success">
            <FormattedMessage id="builder.saved" />
          </Badge>
        )}
        {isHalf && (
          <VisuallyHidden>
            <FormattedMessage id="builder.unfinished" values={{ more: plain }} />
          </VisuallyHidden>
        )}
        {save === 'saving' && (
          <Badge tone="info">
            <FormattedMessage id="builder.saving" />
          </Badge>
        )}
        {save === 'offline' && (
          <Badge tone={isStoredLocally ? 'warning' : 'error'}>
            <FormattedMessage
              id={isStoredLocally ? 'builder.offline' : 'builder.offline_lost'}
              values={{ more }}
            />
          </Badge>
        )}
        {save === 'failed' && (
          <Badge tone="error">
            <FormattedMessage id="builder.failed" />
          </Badge>
        )}
        {save === 'conflict' && (
          <Badge tone="warning">
            <FormattedMessage id="builder.conflict" values={{ more }} />
          </Badge>
        )}
        {save === 'paused' && problems.length === 0 && (
          <Badge tone="error">
            <FormattedMessage id="builder.failed" />
          </Badge>
        )}
      </span>
      {isHalf && (
        <Button
          size="small"
          icon={CircleAlert}
          collapses
          onClick={() => goTo({ kind: 'form', part: 'visible_if' })}
        >
          <FormattedMessage id="builder.unfinished" values={{ more }} />
        </Button>
      )}
      {save === 'paused' && problems.length > 0 && <ToMend isRefused={failure !== null} />}
      {(save === 'failed' || save === 'offline') && (
        <Button size="small" onClick={() => void flush()}>
          <FormattedMessage id="action.retry" />
        </Button>
      )}
    </Line>
  );
}

function ToMend({ isRefused }: { isRefused: boolean }) {
  const { problems } = useDraft();
  const { goTo } = useSelection();
  const count = problems.length;
  return (
    <Menu
      entries={[
        { heading: <FormattedMessage id="builder.unsaved_list" /> },
        ...problems.slice(0, LISTED).map(({ message, place }) => ({
          icon: CircleAlert,
          label: <bdi>{message}</bdi>,
          onSelect: () => goTo(place),
        })),
      ]}
    >
      {(trigger) => (
        <Button size="small" icon={CircleAlert} {...trigger}>
          <FormattedMessage
            id={isRefused ? 'builder.unsaved_refused' : 'builder.unsaved'}
            values={{ count, more }}
          />
        </Button>
      )}
    </Menu>
  );
}
