import { ArrowLeft } from 'lucide-react';
import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { peoplePath } from '#components/sharing/people-view.ts';
import { Notice } from '#components/ui/Notice.tsx';
import type { GroupMember, HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { ListPage } from '#services/http.ts';
import { color, space } from '#styles/tokens.ts';
import { AddGroupMembers } from './AddGroupMembers.tsx';
import { GroupGrantList } from './GroupGrantList.tsx';
import { GroupMembers } from './GroupMembers.tsx';
import { GroupMenu } from './GroupMenu.tsx';
import { writeClaims } from './group-claims.ts';
import { useGroup } from './use-group.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

const Back = styled(NextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 32px;
  color: ${color('quiet')};
  font-size: 13px;
`;

const Top = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(3)};

  h2 {
    font-size: 20px;
    overflow-wrap: anywhere;
  }

  p {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

type GroupScreenProps = { hub: Hub; group: HubGroup; first: ListPage<GroupMember> };

/** A group: what it is for, its rule by mail domain, and who is in it. */
export function GroupScreen({ hub, group: rendered, first }: GroupScreenProps) {
  const intl = useIntl();
  const router = useRouter();
  const handle = hub.domain_handle;
  const { group, isGone, replace, reload } = useGroup(handle, rendered);
  const toList = () => router.push(peoplePath(handle, { tab: 'groups' }));
  const leave = useEffectEvent(toList);
  useEffect(() => {
    if (isGone) void leave();
  }, [isGone]);
  const onChanged = (changed: HubGroup) => {
    replace(changed);
    reload();
  };

  return (
    <Column>
      <div>
        <Back href={peoplePath(handle, { tab: 'groups' })}>
          <ArrowLeft aria-hidden size={15} strokeWidth={1.75} />
          <FormattedMessage id="groups.all" />
        </Back>
        <Top>
          <div>
            <h2>
              <bdi>{group.name}</bdi>
            </h2>
            <p>
              <FormattedMessage id="groups.people" values={{ count: group.members_count }} />
              {' · '}
              <FormattedMessage id="groups.grants" values={{ count: group.grants_count }} />
            </p>
            {group.description && <p dir="auto">{group.description}</p>}
          </div>
          <GroupMenu
            hub={hub}
            group={group}
            onChanged={onChanged}
            onDeleted={async () => {
              await toList();
            }}
          />
        </Top>
      </div>
      {group.join_domains.length > 0 && (
        <Notice tone="info">
          <FormattedMessage
            id="groups.rule"
            values={{
              hub: <bdi>{hub.name}</bdi>,
              domains: intl.formatList(group.join_domains, { type: 'disjunction' }),
            }}
          />
        </Notice>
      )}
      {group.join_claims.length > 0 && (
        <Notice tone="info">
          <FormattedMessage
            id="groups.rule_claims"
            values={{
              hub: <bdi>{hub.name}</bdi>,
              claims: intl.formatList(writeClaims(group.join_claims).split('\n'), { type: 'disjunction' }),
            }}
          />
        </Notice>
      )}
      {group.allowed.includes('members') && <AddGroupMembers hub={hub} group={group} onAdded={onChanged} />}
      <GroupGrantList handle={handle} group={group} />
      <GroupMembers hub={hub} group={group} first={first} onChanged={reload} />
    </Column>
  );
}
