import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Screen } from '#components/layout/Screen.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { Section, Sections } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { reloadQueries } from '#context/reload-queries.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useWholeListQuery } from '#context/use-whole-list-query.ts';
import type { AccessRequest } from '#lib/contract/access-request.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SpaceGroup, SpaceInvite, SpaceMember } from '#lib/contract/space-member.ts';
import type { ListPage } from '#services/http.ts';
import { listAccessRequests, listSpaceInvites, removeSpaceMember } from '#services/space-members.ts';
import { AddPerson } from './AddPerson.tsx';
import { InviteList } from './InviteList.tsx';
import { RequestList } from './RequestList.tsx';
import { rolesUpTo } from './roles.ts';
import { SpaceGroups } from './SpaceGroups.tsx';
import { SpaceMembers } from './SpaceMembers.tsx';
import { useSpaceGroups } from './use-space-groups.ts';
import { spaceMembersKey, useSpaceMembers } from './use-space-members.ts';
import { VisibilitySection, VisibilityText } from './VisibilitySection.tsx';

const WhoCanSee = dynamic(() => import('#components/sharing/WhoCanSee.tsx').then((file) => file.WhoCanSee));

export type SpacePeopleProps = {
  handle: string;
  hubName: string;
  me: string;
  space: Space;
  members: ListPage<SpaceMember>;
  groups: SpaceGroup[];
  requests: AccessRequest[];
  invites: SpaceInvite[];
};

/** Who asked for access to a space, and who is invited to it. */
function useAwaitingLists(slug: string, props: Pick<SpacePeopleProps, 'requests' | 'invites'>) {
  const requests = useWholeListQuery<AccessRequest>({
    of: ['space access requests', slug],
    first: props.requests,
    load: async (signal) => (await listAccessRequests(slug, signal)).data,
  });
  const invites = useWholeListQuery<SpaceInvite>({
    of: ['space invites', slug],
    first: props.invites,
    load: async (signal) => (await listSpaceInvites(slug, signal)).data,
  });
  return { requests, invites };
}

/** The members of a space with the reasons, its access requests, and who sees it without being a member. */
export const SpacePeople = withQueries(function SpacePeople(props: SpacePeopleProps) {
  const { handle, hubName, me } = props;
  const intl = useIntl();
  const [space, setSpace] = useState(props.space);
  const [leaving, setLeaving] = useState(false);
  const { slug } = space;
  const base = `/${handle}/${slug}`;
  const mayShare = space.allowed.includes('space.share');
  const mayChange = space.allowed.includes('space.members');
  const { requests, invites } = useAwaitingLists(slug, props);
  const list = useSpaceMembers(slug, props.members);
  const { entries: members, reload } = list;
  const queries = useQueryClient();
  const groups = useSpaceGroups(
    space,
    props.groups,
    () => void reloadQueries(queries, spaceMembersKey(slug)),
  );
  const hubRole = useShell().hub?.role ?? 'guest';
  const isIn = members.some(({ user }) => user.id === me);
  /** Renders the page again: what the reader may do here may have changed with it. */
  const refresh = usePageRefresh();

  return (
    <Screen
      title={intl.formatMessage({ id: 'space_people.title' })}
      crumbs={[{ href: base, label: <bdi>{space.name}</bdi> }]}
    >
      <Sections>
        {mayChange && (
          <RequestList
            slug={slug}
            requests={requests.entries}
            onDecided={(id, approved) => {
              void requests.remove(id);
              if (approved) void reload();
            }}
          />
        )}
        {mayShare ? (
          <VisibilitySection
            key={space.revision}
            space={space}
            hubName={hubName}
            onChanged={(changed) => {
              setSpace(changed);
              void refresh();
            }}
            onConflict={() => void refresh()}
          />
        ) : (
          <VisibilityText space={space} hubName={hubName} />
        )}
        {mayShare && (
          <Section
            title={<FormattedMessage id="space_people.add" />}
            text={<FormattedMessage id="space_people.add_text" />}
          >
            <AddPerson
              handle={handle}
              slug={slug}
              groups={groups.entries}
              isGuest={hubRole === 'guest'}
              roles={rolesUpTo(space.my_role)}
              onAdded={list.put}
              onGroupAdded={(group) => void groups.put(group)}
              onInvited={() => void invites.reload()}
            />
          </Section>
        )}
        <Section
          title={<FormattedMessage id="space_people.people" />}
          text={<FormattedMessage id="space_people.people_text" />}
        >
          <SpaceGroups
            handle={handle}
            slug={slug}
            groups={groups.entries}
            mayChange={mayChange}
            onChanged={(group) => void groups.put(group)}
            onRemoved={(id) => void groups.remove(id)}
          />
          <SpaceMembers slug={slug} list={list} me={me} mayChange={mayChange} />
          {isIn && (
            <div>
              <Button onClick={() => setLeaving(true)}>
                <FormattedMessage id="space_people.leave" />
              </Button>
            </div>
          )}
        </Section>
        {mayShare && (
          <Section
            title={<FormattedMessage id="space_people.everybody" />}
            text={<FormattedMessage id="space_people.everybody_text" />}
          >
            <Everybody
              slug={slug}
              version={`${space.revision} ${members.length} ${groups.entries.length}`}
              onChanged={() => void reload()}
            />
          </Section>
        )}
        <InviteList
          slug={slug}
          invites={invites.entries}
          mayWithdraw={mayChange}
          onWithdrawn={(id) => void invites.remove(id)}
        />
      </Sections>
      {leaving && <LeaveDialog handle={handle} space={space} me={me} onClose={() => setLeaving(false)} />}
    </Screen>
  );
});

type EverybodyProps = {
  slug: string;
  /** The list is loaded again when it changes. */
  version: string;
  onChanged: () => void;
};

/** Everybody who can see the space, loaded on demand. */
function Everybody({ slug, version, onChanged }: EverybodyProps) {
  const [isShown, setIsShown] = useState(false);
  return isShown ? (
    <WhoCanSee key={version} resource={{ kind: 'space', slug }} onChanged={onChanged} />
  ) : (
    <div>
      <Button onClick={() => setIsShown(true)}>
        <FormattedMessage id="space_people.everybody_show" />
      </Button>
    </div>
  );
}

type LeaveDialogProps = { handle: string; space: Space; me: string; onClose: () => void };

function LeaveDialog({ handle, space, me, onClose }: LeaveDialogProps) {
  const router = useRouter();
  const toast = useToast();
  return (
    <Confirm
      title={<FormattedMessage id="space_people.leave_title" values={{ space: <bdi>{space.name}</bdi> }} />}
      text={<FormattedMessage id="space_people.leave_text" />}
      submit={<FormattedMessage id="space_people.leave_submit" />}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await removeSpaceMember(space.slug, me);
        toast({ text: <FormattedMessage id="space_people.left" values={{ space: space.name }} /> });
        await router.push(`/${handle}`);
      }}
    />
  );
}
