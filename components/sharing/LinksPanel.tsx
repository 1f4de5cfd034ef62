import { Link2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { QueryContent } from '#components/ui/AsyncContent.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useWholeListQuery, type WholeListQuery } from '#context/use-whole-list-query.ts';
import { assignableRoles } from '#lib/access/roles.ts';
import {
  type NewShareLink,
  type SHARE_LINK_ROLES,
  SHARE_LINK_ROLES_BY_KIND,
  type ShareLink,
} from '#lib/contract/share-link.ts';
import { createShareLink, type LinkedResource, listShareLinks, revokeShareLink } from '#services/sharing.ts';
import { below, space } from '#styles/tokens.ts';
import { Panel } from './Panel.tsx';

const Fields = styled.form`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(4)};
  align-items: start;

  > :nth-child(3) {
    grid-column: 1 / -1;
  }

  > button {
    justify-self: start;
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Made = styled.div`
  display: grid;
  gap: ${space(3)};
`;

const DAYS = [1, 7, 30, 90] as const;
const DAY_MS = 24 * 3600 * 1000;

type LinksPanelProps = { resource: LinkedResource; onChanged: () => void };

/** The share links of an item, a form or a view: creating, listing and revoking them. */
export const LinksPanel = withQueries(function LinksPanel({ resource, onChanged }: LinksPanelProps) {
  const list = useWholeListQuery<ShareLink>({
    of: ['share links', resource.kind, resource.id],
    load: async (signal) => (await listShareLinks(resource, signal)).data,
    add: (known, link) => [link, ...known],
  });
  return (
    <QueryContent query={list.query} rows={3}>
      {(links) => (
        <LoadedLinks key={resource.id} resource={resource} onChanged={onChanged} links={links} list={list} />
      )}
    </QueryContent>
  );
});

type LoadedLinksProps = LinksPanelProps & { links: readonly ShareLink[]; list: WholeListQuery<ShareLink> };

function LoadedLinks({ resource, onChanged, links, list }: LoadedLinksProps) {
  const intl = useIntl();
  const [problem, setProblem] = useState<ReactNode>(null);
  const [made, setMade] = useState<NewShareLink | null>(null);
  const [ended, setEnded] = useState(false);
  const [linkToRevoke, setLinkToRevoke] = useState<ShareLink | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const revoke = async (link: ShareLink) => {
    setProblem(null);
    await revokeShareLink(resource, link.id);
    setLinkToRevoke(null);
    await list.remove(link.id);
    if (made?.id === link.id) setMade(null);
    setEnded(true);
    // The button that had the focus no longer exists.
    heading.current?.focus();
    onChanged();
  };

  return (
    <Panel>
      {problem && <Notice tone="error">{problem}</Notice>}
      {made && (
        <Made>
          <Notice tone="success">
            <FormattedMessage id="sharing.link_made" />
          </Notice>
          <CopyLink link={made.url} label={intl.formatMessage({ id: 'sharing.link_address' })} labelShown />
        </Made>
      )}
      <NewLink
        resource={resource}
        onCreated={(link) => {
          setMade(link);
          void list.put(link);
          onChanged();
        }}
        onProblem={setProblem}
      />
      <section>
        <h3 ref={heading} tabIndex={-1}>
          <FormattedMessage id="sharing.links" />
        </h3>
        <div role="status">{ended && <FormattedMessage id="sharing.link_ended" />}</div>
        {links.length === 0 ? (
          <EmptyState
            title={<FormattedMessage id="sharing.links_empty" />}
            text={<FormattedMessage id="sharing.links_empty_text" />}
          />
        ) : (
          <EntryList>
            {links.map((link) => (
              <LinkLine
                key={link.id}
                link={link}
                kind={resource.kind}
                onRevoke={() => setLinkToRevoke(link)}
              />
            ))}
          </EntryList>
        )}
      </section>
      {linkToRevoke && (
        <Confirm
          danger
          title={<FormattedMessage id="sharing.link_end_title" />}
          text={<FormattedMessage id="sharing.link_end_text" />}
          submit={<FormattedMessage id="sharing.link_end" />}
          onClose={() => setLinkToRevoke(null)}
          onConfirm={() => revoke(linkToRevoke)}
        />
      )}
    </Panel>
  );
}

type LinkLineProps = { link: ShareLink; kind: LinkedResource['kind']; onRevoke: () => void };

function LinkLine({ link, kind, onRevoke }: LinkLineProps) {
  const intl = useIntl();
  const { created_by: maker } = link;
  return (
    <EntryRow
      mark={
        <RoundMark aria-hidden>
          <Link2 size={16} />
        </RoundMark>
      }
      name={<FormattedMessage id={kind === 'form' ? 'sharing.link_fill' : `sharing.role_${link.role}`} />}
      badges={
        !link.works && (
          <Badge tone="warning">
            <FormattedMessage id="sharing.link_over" />
          </Badge>
        )
      }
      notes={[
        <>
          <FormattedMessage
            id="sharing.link_by"
            values={{ name: <bdi>{maker.name}</bdi>, time: <RelativeTime value={link.created_at} /> }}
          />
          {link.expires_at && (
            <>
              {' · '}
              <FormattedMessage
                id="sharing.link_until"
                values={{
                  time: <FormattedDate value={link.expires_at} dateStyle="medium" timeStyle="short" />,
                }}
              />
            </>
          )}
          {link.has_password && (
            <>
              {' · '}
              <FormattedMessage id="sharing.link_protected" />
            </>
          )}
        </>,
      ]}
      actions={
        <Button
          size="small"
          aria-label={intl.formatMessage({ id: 'sharing.link_end_label' }, { name: maker.name })}
          onClick={onRevoke}
        >
          <FormattedMessage id="sharing.link_end" />
        </Button>
      }
    />
  );
}

type NewLinkProps = {
  resource: LinkedResource;
  onCreated: (link: NewShareLink) => void;
  onProblem: (problem: ReactNode) => void;
};

function NewLink({ resource, onCreated, onProblem }: NewLinkProps) {
  const intl = useIntl();
  const [role, setRole] = useState<(typeof SHARE_LINK_ROLES)[number]>('viewer');
  const [days, setDays] = useState(0);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const roles = SHARE_LINK_ROLES_BY_KIND[resource.kind];

  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onProblem(null);
    try {
      const { data } = await createShareLink(resource, {
        role,
        expires_at: days ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
        password: password || null,
      });
      setPassword('');
      onCreated(data);
    } catch (error) {
      onProblem(failureText(error));
    }
    setBusy(false);
  };

  return (
    <Fields onSubmit={(event) => void create(event)}>
      {resource.kind !== 'view' && (
        <SelectField
          label={<FormattedMessage id="sharing.link_role" />}
          help={role === 'viewer' ? undefined : <FormattedMessage id="sharing.link_role_help" />}
          required
          value={role}
          onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? 'viewer')}
        >
          {assignableRoles(roles)
            .reverse()
            .map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({
                  id: resource.kind === 'form' ? 'sharing.link_fill' : `sharing.role_${one}`,
                })}
              </option>
            ))}
        </SelectField>
      )}
      <SelectField
        label={<FormattedMessage id="sharing.link_expires" />}
        required
        value={days}
        onChange={(event) => setDays(Number(event.target.value))}
      >
        <option value={0}>{intl.formatMessage({ id: 'sharing.link_expires_never' })}</option>
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {intl.formatMessage({ id: 'sharing.link_expires_days' }, { days: one })}
          </option>
        ))}
      </SelectField>
      <TextField
        type="password"
        label={<FormattedMessage id="sharing.link_set_password" />}
        help={<FormattedMessage id="sharing.link_set_password_help" />}
        autoComplete="new-password"
        maxLength={255}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        <FormattedMessage id="sharing.link_create" />
      </Button>
    </Fields>
  );
}
