import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { color, space } from '#styles/tokens.ts';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-top: ${space(4)};

  > li {
    display: grid;
    gap: ${space(2)};
    padding: ${space(3)} 0;
  }

  > li + li {
    border-top: 1px solid ${color('line')};
  }

  p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(1)} ${space(2)};
    overflow-wrap: anywhere;
  }

  p + p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const TONES: Record<InviteOutcome['status'], Tone> = { invited: 'success', member: 'info', refused: 'error' };

/** The outcome for each address; a link to pass on where no mail is sent. */
export function InviteOutcomes({ outcomes }: { outcomes: InviteOutcome[] }) {
  const intl = useIntl();
  const invited = outcomes.filter((one) => one.status === 'invited');
  const byHand = invited.some((one) => one.link);
  return (
    <div role="status">
      <Notice tone={invited.length > 0 ? 'success' : 'warning'}>
        <FormattedMessage
          id={byHand ? 'people.outcome_links' : 'people.outcome_sent'}
          values={{ invited: invited.length, all: outcomes.length }}
        />
      </Notice>
      <List>
        {outcomes.map(({ email, status, message, link }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address can stand there twice, and outcomes don't move
          <li key={at}>
            <p>
              <bdi>{email}</bdi>
              <Badge tone={TONES[status]}>
                <FormattedMessage id={`people.outcome_${status}`} />
              </Badge>
            </p>
            {message && <p>{message}</p>}
            {link && (
              <CopyLink link={link} label={intl.formatMessage({ id: 'people.link_for' }, { email })} />
            )}
          </li>
        ))}
      </List>
    </div>
  );
}
