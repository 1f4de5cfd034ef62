import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Screen } from '#components/layout/Screen.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { Section, Sections } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { AccessRequest } from '#lib/contract/access-request.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SpaceInvite, SpaceMember } from '#lib/contract/space-member.ts';
import type { ListPage } from '#services/http.ts';
import { listSpaceInvites, listSpaceMembers, removeSpaceMember } from '#services/space-members.ts';
import { AddPerson } from './AddPerson.tsx';
import { InviteList } from './InviteList.tsx';
import { PeopleList } from './PeopleList.tsx';
import { RequestList } from './RequestList.tsx';
import { rolesUpTo } from './roles.ts';
import { VisibilitySection, VisibilityText } from './VisibilitySection.tsx';

const WhoCanSee = dynamic(() => import('#components/sharing/WhoCanSee.tsx').then((file) => file.WhoCanSee));

/** From this number of members on, the list has a search field. */
const WORTH_SEARCHING = 8;

export type SpacePeopleProps = {
  handle: string;
  hubName: string;
  me: string;
  space: Space;
  members: ListPage<SpaceMember>;
  requests: AccessRequest[];
  invites: SpaceInvite[];
};

/** The members of a space with the reasons, its access requests, and who sees it without being a member. */
export function SpacePeople(props: SpacePeopleProps) {
  const { handle, hubName, me } = props;
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [space, setSpace] = useState(props.space);
  const [list, setList] = useState(props.members);
  const [requests, setRequests] = useState(props.requests);
  const [invites, setInvites] = useState(props.invites);
  const [q, setQ] = useState('');
  const [loading, setLoading] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [everybody, setEverybody] = useState(false);
  const { slug } = space;
  const base = `/${handle}/${slug}`;
  const mayShare = space.allowed.includes('space.share');
  const mayChange = space.allowed.includes('space.members');
  const isIn = list.data.some(({ user }) => user.id === me);

  const load = async (page: number, search = q) => {
    setLoading(true);
    const response = await listSpaceMembers(slug, { page, ...(search ? { q: search } : {}) });
    setLoading(false);
    setList((kept) =>
      response.error
        ? { ...kept, error: response.error }
        : { ...response, data: page === 1 ? response.data : [...kept.data, ...response.data] },
    );
  };
  const put = (member: SpaceMember) =>
    setList((kept) => ({
      ...kept,
      data: kept.data.some(({ user }) => user.id === member.user.id)
        ? kept.data.map((one) => (one.user.id === member.user.id ? member : one))
        : [...kept.data, member],
    }));
  /** Renders the page again: the user's own rights may have changed. */
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
            requests={requests}
            onAnswered={(id, approved) => {
              setRequests((kept) => kept.filter((one) => one.id !== id));
              if (approved) void load(1);
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
              slug={slug}
              roles={rolesUpTo(space.my_role)}
              onAdded={put}
              onInvited={() => {
                listSpaceInvites(slug).then(
                  ({ data }) => setInvites(data),
                  () => undefined,
                );
              }}
            />
          </Section>
        )}
        <Section
          title={<FormattedMessage id="space_people.people" />}
          text={<FormattedMessage id="space_people.people_text" />}
        >
          {(list.hasMore || list.data.length >= WORTH_SEARCHING || q) && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                void load(1);
              }}
            >
              <SearchField
                label={intl.formatMessage({ id: 'space_people.filter' })}
                value={q}
                maxLength={200}
                onChange={(event) => {
                  setQ(event.target.value);
                  void load(1, event.target.value);
                }}
              />
            </form>
          )}
          {list.error && <ErrorState message={list.error} retrying={loading} onRetry={() => void load(1)} />}
          {q && list.data.length === 0 && !loading && (
            <p role="status">
              <FormattedMessage id="space_people.nobody" />
            </p>
          )}
          <PeopleList
            slug={slug}
            members={list.data}
            me={me}
            mayChange={mayChange}
            onChanged={put}
            onRemoved={(userId) =>
              setList((kept) => ({ ...kept, data: kept.data.filter(({ user }) => user.id !== userId) }))
            }
          />
          {list.hasMore && (
            <Button busy={loading} onClick={() => void load(list.page + 1)}>
              <FormattedMessage id="space_people.more" />
            </Button>
          )}
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
            {everybody ? (
              <WhoCanSee
                key={`${space.revision} ${list.data.length}`}
                resource={{ kind: 'space', slug }}
                onChanged={() => void load(1)}
              />
            ) : (
              <div>
                <Button onClick={() => setEverybody(true)}>
                  <FormattedMessage id="space_people.everybody_show" />
                </Button>
              </div>
            )}
          </Section>
        )}
        <InviteList
          slug={slug}
          invites={invites}
          mayWithdraw={mayChange}
          onWithdrawn={(id) => setInvites((kept) => kept.filter((one) => one.id !== id))}
        />
      </Sections>
      {leaving && (
        <Confirm
          title={
            <FormattedMessage id="space_people.leave_title" values={{ space: <bdi>{space.name}</bdi> }} />
          }
          text={<FormattedMessage id="space_people.leave_text" />}
          submit={<FormattedMessage id="space_people.leave_submit" />}
          danger
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            await removeSpaceMember(slug, me);
            toast({ text: <FormattedMessage id="space_people.left" values={{ space: space.name }} /> });
            await router.push(`/${handle}`);
          }}
        />
      )}
    </Screen>
  );
}
