import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { space } from '#styles/tokens.ts';
import type { Conflict } from './use-item.ts';

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(3)};
`;

type ConflictNoticeProps = { conflict: Conflict; onSettle: (mine: boolean) => Promise<void> };

/** Somebody else changed the title first: their title is shown, and the user's own can be applied with one click. */
export function ConflictNotice({ conflict: { change, current }, onSettle }: ConflictNoticeProps) {
  return (
    <Notice tone="warning">
      <FormattedMessage id="item.rename_conflict" values={{ title: <bdi>{current.title}</bdi> }} />
      <Acts>
        <Button size="small" onClick={() => void onSettle(true)}>
          <FormattedMessage
            id="item.rename_mine"
            values={{ title: <bdi>{change.title ?? current.title}</bdi> }}
          />
        </Button>
        <Button size="small" onClick={() => void onSettle(false)}>
          <FormattedMessage id="item.rename_theirs" />
        </Button>
      </Acts>
    </Notice>
  );
}
