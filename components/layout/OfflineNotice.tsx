import { WifiOff } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { useOfflineNavigation } from './use-offline-navigation.ts';

const Region = styled.div`
  position: fixed;
  z-index: 1490;
  bottom: ${space(6)};
  left: 50%;
  width: max-content;
  max-width: min(640px, calc(100vw - 32px));
  transform: translateX(-50%);

  ${below('md')} {
    bottom: calc(84px + env(safe-area-inset-bottom));
  }
`;

const Card = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('raised')};
  box-shadow: ${SHADOW.floating};

  > svg {
    flex: none;
    color: ${color('warning')};
  }

  > p {
    flex: 1 1 200px;
  }
`;

/** Shows that the server can't be reached, while the page stays as it is; opens the requested page once it is back. */
export function OfflineNotice() {
  const { away, wanted, look, open, stay } = useOfflineNavigation();
  return (
    <Region role="status" data-print="hidden">
      {away ? (
        <Card>
          <WifiOff aria-hidden size={18} strokeWidth={1.75} />
          <p>
            <FormattedMessage id={wanted === null ? 'offline.away' : 'offline.away_wanted'} />
          </p>
          <Button size="small" onClick={() => void look()}>
            <FormattedMessage id="action.retry" />
          </Button>
          {wanted !== null && (
            <Button size="small" variant="quiet" onClick={stay}>
              <FormattedMessage id="offline.stay" />
            </Button>
          )}
        </Card>
      ) : (
        wanted !== null && (
          <Card>
            <p>
              <FormattedMessage id="offline.back" />
            </p>
            <Button size="small" variant="primary" onClick={() => open(wanted)}>
              <FormattedMessage id="offline.open" />
            </Button>
            <Button size="small" variant="quiet" onClick={stay}>
              <FormattedMessage id="offline.stay" />
            </Button>
          </Card>
        )
      )}
    </Region>
  );
}
