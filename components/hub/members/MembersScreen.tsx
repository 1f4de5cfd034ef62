import { useQueryClient } from '@tanstack/react-query';
import { Link2, LogOut, UserPlus, Users } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { groupPath, PEOPLE_TABS, peoplePath } from '#components/sharing/people-view.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { Tabs } from '#components/ui/Tabs.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { reloadQueries } from '#context/reload-queries.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { space } from '#styles/tokens.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupScreen } from './GroupScreen.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { InvitationsTab } from './InvitationsTab.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import type { MembersScreenData } from './load-members.ts';
import { MembersTab } from './MembersTab.tsx';
import { invitesKey, peopleKey } from './people-queries.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RequestsTab } from './RequestsTab.tsx';

const Panel = styled.div`
  padding-top: ${space(5)};
`;

const Leave = styled.div`
  margin-top: ${space(8)};
`;

function MembersScreenContent({ hub, view, list, pendingRequests: waitingAtFirst }: MembersScreenData) {
  const intl = useIntl();
  const [dialog, setDialog] = useState<'invite' | 'link' | 'leave' | 'group' | null>(null);
  const [decidedRequests, setDecidedRequests] = useState(0);
  const handle = hub.domain_handle;
  const invites = hub.allowed.includes('hub.invite');
  const waiting = Math.max(0, waitingAtFirst - decidedRequests);
  const queries = useQueryClient();
  const close = () => setDialog(null);
  const router = useRouter();
  // Members see who is here, and in which groups; the other tabs are for those who may change that.
  const tabs = invites ? PEOPLE_TABS : list.tab === 'none' ? [] : (['members', 'groups'] as const);
  const managesGroups = hub.allowed.includes('hub.change_members');
  const reloadPeople = () => void reloadQueries(queries, peopleKey(handle));
  useChangeEvents(
    handle,
    ({ about }) => {
      if (about === 'people') reloadPeople();
    },
    reloadPeople,
  );
  const invited = () => void reloadQueries(queries, invitesKey(handle));

  return (
    <Screen
      title={intl.formatMessage({ id: 'people.title' })}
      crumbs={[{ href: `/${handle}`, label: <bdi>{hub.name}</bdi> }]}
      actions={
        view.tab === 'groups' ? (
          managesGroups &&
          view.group === null && (
            <Button variant="primary" icon={Users} collapses onClick={() => setDialog('group')}>
              <FormattedMessage id="groups.new" />
            </Button>
          )
        ) : invites ? (
          <>
            <Button icon={Link2} collapses onClick={() => setDialog('link')}>
              <FormattedMessage id="people.by_link" />
            </Button>
            <Button variant="primary" icon={UserPlus} collapses onClick={() => setDialog('invite')}>
              <FormattedMessage id="people.invite" />
            </Button>
          </>
        ) : null
      }
    >
      {tabs.length > 0 && (
        <Tabs
          label={intl.formatMessage({ id: 'people.title' })}
          current={view.tab}
          items={tabs.map((tab) => ({
            key: tab,
            label: <FormattedMessage id={`people.tab_${tab}`} />,
            href: peoplePath(handle, { tab }),
            ...(tab === 'requests' && waiting > 0 ? { count: waiting } : {}),
          }))}
        />
      )}
      <Panel>
        {list.tab === 'members' && <MembersTab hub={hub} first={list.first} filter={view} />}
        {list.tab === 'groups' && (
          <GroupsTab hub={hub} first={list.first} onCreate={() => setDialog('group')} />
        )}
        {list.tab === 'group' && <GroupScreen hub={hub} group={list.group} first={list.first} />}
        {list.tab === 'invitations' && (
          <InvitationsTab hub={hub} first={list.first} onInvite={() => setDialog('invite')} />
        )}
        {list.tab === 'requests' && (
          <RequestsTab
            hub={hub}
            first={list.first}
            onDecided={() => setDecidedRequests(decidedRequests + 1)}
          />
        )}
        {list.tab === 'none' && (
          <EmptyState
            title={<FormattedMessage id="people.guest_title" />}
            text={<FormattedMessage id="people.guest_text" />}
          />
        )}
        {view.tab === 'members' && (
          <Leave>
            <Button variant="quiet" icon={LogOut} onClick={() => setDialog('leave')}>
              <FormattedMessage id="people.leave_hub" values={{ hub: <bdi>{hub.name}</bdi> }} />
            </Button>
          </Leave>
        )}
      </Panel>
      {invites && (
        <InviteDialog
          hub={hub}
          open={dialog === 'invite'}
          onClose={close}
          onInvited={invited}
          onLink={() => setDialog('link')}
        />
      )}
      {dialog === 'link' && <LinkDialog hub={hub} onClose={close} onCreated={invited} />}
      {dialog === 'group' && (
        <GroupDialog
          hub={hub}
          onClose={close}
          onSaved={async ({ id }) => {
            close();
            await router.push(groupPath(handle, id));
          }}
        />
      )}
      {dialog === 'leave' && <LeaveDialog hub={hub} onClose={close} />}
    </Screen>
  );
}

/** The members of a hub, its groups, its invites and its join requests; each tab has an address. */
export const MembersScreen = withQueries(MembersScreenContent);

function LeaveDialog({ hub, onClose }: { hub: Hub; onClose: () => void }) {
  const { viewer } = useShell();
  return viewer && <RemoveDialog hub={hub} member={{ ...viewer, is_me: true }} onClose={onClose} />;
}
