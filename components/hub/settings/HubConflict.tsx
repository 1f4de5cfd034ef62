import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { space } from '#styles/tokens.ts';

const Conflict = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-top: ${space(2)};
`;

type HubConflictProps = { onInsist: () => void; onTake: () => void };

/** Somebody else changed the hub meanwhile: one's own input replaces that, or is given up for it. */
export function HubConflict({ onInsist, onTake }: HubConflictProps) {
  return (
    <Notice tone="warning">
      <FormattedMessage id="hub_settings.conflict" />
      <Conflict>
        <Button size="small" onClick={onInsist}>
          <FormattedMessage id="hub_settings.conflict_mine" />
        </Button>
        <Button size="small" onClick={onTake}>
          <FormattedMessage id="hub_settings.conflict_theirs" />
        </Button>
      </Conflict>
    </Notice>
  );
}
