import NextLink from 'next/link';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { parseUserAgent } from '#lib/browser/user-agent.ts';
import type { AuditEntry } from '#lib/contract/audit.ts';
import { below, color, space } from '#styles/tokens.ts';
import { EntryChanges } from './EntryChanges.tsx';
import { EntrySentence } from './EntrySentence.tsx';

const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 ${space(3)};
  align-items: start;
  padding: ${space(3)} ${space(5)};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  > time {
    padding-top: 2px;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  ${below('sm')} {
    grid-template-columns: auto minmax(0, 1fr);
    padding-inline: ${space(4)};

    > time {
      grid-column: 2;
    }
  }
`;

const Details = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const Where = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;

  > a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;

type EntryRowProps = {
  entry: AuditEntry /** Where all entries of this user are shown. */;
  actorHref: string | null;
};

/** One audit entry: the sentence, its changes, its origin, and its time. */
export function EntryRow({ entry, actorHref }: EntryRowProps) {
  const intl = useIntl();
  const { actor, address, user_agent: agent } = entry;
  const { browser, system } = parseUserAgent(agent);
  const device =
    browser && system
      ? intl.formatMessage({ id: 'profile.device' }, { browser, system })
      : (browser ?? system);
  return (
    <Row tabIndex={-1}>
      <Avatar name={actor?.name || actor?.email || 'Hubkeep'} seed={actor?.id ?? 'app'} size={32} />
      <Details>
        <p>
          <EntrySentence entry={entry} />
        </p>
        <EntryChanges details={entry.details} />
        <Where title={agent || undefined}>
          {actor && actorHref ? <NextLink href={actorHref}>{actor.email}</NextLink> : actor?.email}
          {[device, address].filter(Boolean).map((part) => ` · ${part}`)}
        </Where>
      </Details>
      <RelativeTime value={entry.at} />
    </Row>
  );
}
