import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { resendCode } from '#services/account.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { color, space } from '#styles/tokens.ts';

/** A mail takes a moment to arrive: nobody needs another one earlier. */
const PAUSE_SECONDS = 30;

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space(1)} ${space(2)};
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

type ResendCodeProps = {
  /** When the last one was sent (RFC 3339); null when none is pending. */
  sentAt: string | null;
  onSent: () => void;
};

/** Sends another code, at most once per pause. */
export function ResendCode({ sentAt, onSent }: ResendCodeProps) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const left = useSecondsLeft(sentAt);

  const send = async () => {
    setBusy(true);
    try {
      await resendCode();
      toast({ tone: 'success', text: intl.formatMessage({ id: 'verify.sent_again' }) });
      onSent();
    } catch (error) {
      const offline = intl.formatMessage({ id: 'error.offline' });
      toast({ tone: 'error', text: failureOf(error) ? messageOf(error) : offline });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Line>
      <FormattedMessage id="verify.not_arrived" />
      {left > 0 ? (
        <span>
          <FormattedMessage id="verify.wait" values={{ seconds: left }} />
        </span>
      ) : (
        <Button variant="link" busy={busy} onClick={() => void send()}>
          <FormattedMessage id="verify.send_again" />
        </Button>
      )}
    </Line>
  );
}

/**
 * Seconds until another code may be sent, counted down. The server renders the whole pause: it doesn't know the
 * reader's clock.
 */
function useSecondsLeft(sentAt: string | null): number {
  const [left, setLeft] = useState(sentAt ? PAUSE_SECONDS : 0);
  useEffect(() => {
    if (!sentAt) return setLeft(0);
    // By this device's clock, from when it received the response: the server's clock may differ.
    const until = Date.now() + pauseLeft(sentAt);
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sentAt]);
  return left;
}

function pauseLeft(sentAt: string): number {
  const gone = Date.now() - Date.parse(sentAt);
  return Math.min(PAUSE_SECONDS * 1000, Math.max(0, PAUSE_SECONDS * 1000 - gone));
}
