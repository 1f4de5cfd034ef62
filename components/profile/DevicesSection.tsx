import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { parseUserAgent } from '#lib/browser/user-agent.ts';
import type { Session } from '#lib/contract/account.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { revokeOtherSessions, revokeSession } from '#services/profile.ts';
import { color, space } from '#styles/tokens.ts';

const List = styled.ul`
  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(2)} ${space(4)};
    min-height: 60px;
    padding: ${space(3)} 0;
  }

  > li + li {
    border-top: 1px solid ${color('line')};
  }
`;

const Details = styled.div`
  flex: 1 1 200px;
  min-width: 0;

  > p {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(1)} ${space(2)};
    align-items: center;
  }

  > p:first-child {
    font-weight: 500;
  }

  > p + p {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

type DevicesSectionProps = {
  /** Null when they couldn't be loaded. */
  sessions: Session[] | null;
  onRevoked: (id: string) => void;
  onOthersRevoked: () => void;
  onRetry: () => void;
};

/** Signed-in devices, each with a button to sign it out. */
export function DevicesSection({ sessions, onRevoked, onOthersRevoked, onRetry }: DevicesSectionProps) {
  return (
    <Section
      title={<FormattedMessage id="profile.devices" />}
      text={<FormattedMessage id="profile.devices_text" />}
    >
      {sessions ? (
        <>
          <List>
            {[...sessions]
              .sort((one, other) => Number(other.is_current) - Number(one.is_current))
              .map((session) => (
                <Device key={session.id} session={session} onEnded={onRevoked} />
              ))}
          </List>
          {sessions.some((session) => !session.is_current) && <RevokeOthers onEnded={onOthersRevoked} />}
        </>
      ) : (
        <ErrorState message={<FormattedMessage id="profile.devices_failed" />} onRetry={onRetry} />
      )}
    </Section>
  );
}

/** Signs out all devices but this one. */
function RevokeOthers({ onEnded }: { onEnded: () => void }) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await revokeOtherSessions();
      onEnded();
      toast({ tone: 'success', text: intl.formatMessage({ id: 'profile.devices_ended' }) });
    } catch (error) {
      setBusy(false);
      toast({ tone: 'error', text: messageOf(error) });
    }
  };
  return (
    <SaveRow>
      <Button icon={LogOut} busy={busy} onClick={() => void revoke()}>
        <FormattedMessage id="profile.devices_end" />
      </Button>
    </SaveRow>
  );
}

function Device({ session, onEnded }: { session: Session; onEnded: (id: string) => void }) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const { browser, system } = parseUserAgent(session.user_agent);
  const name =
    browser && system
      ? intl.formatMessage({ id: 'profile.device' }, { browser, system })
      : (browser ?? system ?? intl.formatMessage({ id: 'profile.device_unknown' }));

  const revoke = async () => {
    setBusy(true);
    try {
      await revokeSession(session.id);
      onEnded(session.id);
      toast({ tone: 'success', text: intl.formatMessage({ id: 'profile.device_ended' }, { device: name }) });
    } catch (error) {
      // It was already revoked elsewhere: the result is the same.
      if (failureOf(error)?.status === 404) return onEnded(session.id);
      setBusy(false);
      toast({ tone: 'error', text: messageOf(error) });
    }
  };

  return (
    <li>
      <Details>
        <p title={session.user_agent}>
          {name}
          {session.is_current && (
            <Badge tone="success">
              <FormattedMessage id="profile.device_this" />
            </Badge>
          )}
        </p>
        <p>
          <span>{session.address}</span>
          <span aria-hidden>·</span>
          <span>
            <FormattedMessage
              id="profile.device_seen"
              values={{ time: <RelativeTime value={session.last_seen_at} /> }}
            />
          </span>
          <span aria-hidden>·</span>
          <span>
            <FormattedMessage
              id="profile.device_since"
              values={{ time: <RelativeTime value={session.created_at} /> }}
            />
          </span>
        </p>
      </Details>
      {!session.is_current && (
        <Button
          size="small"
          busy={busy}
          aria-label={intl.formatMessage({ id: 'profile.device_end_label' }, { device: name })}
          onClick={() => void revoke()}
        >
          <FormattedMessage id="profile.device_end" />
        </Button>
      )}
    </li>
  );
}
