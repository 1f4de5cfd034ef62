import { ClipboardList, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { NotOnPhone, SpaceMark } from '#components/space/view/SpaceMark.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { Space } from '#lib/contract/space.ts';
import { below, color, space } from '#styles/tokens.ts';
import { LatestPosts } from './LatestPosts.tsx';
import type { LoadedHub } from './load-hub.ts';
import { RecentItems } from './RecentItems.tsx';
import { ShortcutSpaces } from './ShortcutSpaces.tsx';
import { SpaceList } from './SpaceList.tsx';

// Forms load the contract's schemas, which a list doesn't need until a form is opened.
const SpaceForm = lazyDialog(() =>
  import('#components/space/view/SpaceForm.tsx').then((file) => file.SpaceForm),
);
// Most homes show nothing that was shared by name.
const SharedList = dynamic(() => import('#components/links/SharedList.tsx').then((file) => file.SharedList));
const FirstSpace = dynamic(() => import('./FirstSpace.tsx').then((file) => file.FirstSpace));
const ChooseSpaceDialog = lazyDialog(() =>
  import('#components/forms/list/ChooseSpaceDialog.tsx').then((file) => file.ChooseSpaceDialog),
);

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(280px, 380px);
  gap: ${space(8)};
  align-items: start;

  ${below('lg')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
  }
`;

const Part = styled.section`
  min-width: 0;

  > h2 {
    margin-bottom: ${space(3)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }
`;

const Below = styled(Part)`
  margin-top: ${space(8)};
`;

const Shared = styled(Part)`
  max-width: 760px;
  margin-bottom: ${space(8)};
`;

const Foot = styled.p`
  margin-top: ${space(4)};
  font-size: 13px;
`;

/** A hub for its members: recent changes, and the spaces. */
export function HubHome({ hub, spaces, recent, posts, shared, canAddForms }: LoadedHub) {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const handle = hub.domain_handle;
  const mayCreate = hub.allowed.includes('hub.create_space');
  // The sidebar's button links here with this parameter.
  const making = mayCreate && (opened || router.query.new === 'space');

  const close = () => {
    setOpened(false);
    if (router.query.new) void router.replace(`/${handle}`, undefined, { shallow: true, scroll: false });
  };
  const newSpace = (
    <Button variant="primary" icon={Plus} collapses onClick={() => setOpened(true)}>
      <FormattedMessage id="hub.new_space" />
    </Button>
  );
  const isEmpty = spaces.data.length === 0 && !spaces.error;

  return (
    <Screen
      title={hub.name}
      mark={<SpaceMark name={hub.name} seed={hub.id} src={hub.logo_url} />}
      subtitle={hub.description ? <bdi>{hub.description}</bdi> : undefined}
      actions={
        <>
          {canAddForms && (
            <Button icon={ClipboardList} collapses onClick={() => setChoosing(true)}>
              <FormattedMessage id="forms.new" />
            </Button>
          )}
          {mayCreate && !isEmpty && <NotOnPhone>{newSpace}</NotOnPhone>}
        </>
      }
    >
      {shared && (
        <Shared>
          <h2>
            <FormattedMessage id="sharing.page_title" />
          </h2>
          <SharedList key={handle} handle={handle} first={shared} searchable={shared.hasMore} />
        </Shared>
      )}
      {isEmpty && mayCreate ? (
        <FirstSpace hub={hub} onCreated={(made) => void router.push(`/${handle}/${made.slug}`)} />
      ) : isEmpty && shared ? null : isEmpty ? (
        <EmptyState
          title={<FormattedMessage id="hub.empty_member_title" />}
          text={<FormattedMessage id="hub.empty_member_text" />}
        />
      ) : (
        <Columns>
          <Part>
            <h2>
              <FormattedMessage id="hub.recent" />
            </h2>
            <Recent handle={handle} recent={recent} spaces={spaces.data} />
            {posts.length > 0 && (
              <Below>
                <h2>
                  <FormattedMessage id="hub.discussions" />
                </h2>
                <LatestPosts handle={handle} posts={posts} />
              </Below>
            )}
          </Part>
          <Part>
            <h2>
              <FormattedMessage id="hub.spaces" />
            </h2>
            <ShortcutSpaces handle={handle} />
            <SpaceList handle={handle} first={spaces} />
            <Foot>
              <NextLink href={`/${handle}?view=spaces`} prefetch={false}>
                <FormattedMessage
                  id="layout.all_spaces_count"
                  values={{ count: spaces.count ?? spaces.data.length }}
                />
              </NextLink>
            </Foot>
            <Foot>
              <NextLink href={`/${handle}/settings/archive`} prefetch={false}>
                <FormattedMessage id="space_menu.archive_list" />
              </NextLink>
            </Foot>
          </Part>
        </Columns>
      )}
      {choosing && (
        <ChooseSpaceDialog
          handle={handle}
          spaces={spaces.data}
          hasMore={spaces.hasMore}
          onClose={() => setChoosing(false)}
        />
      )}
      {making && (
        <SpaceForm
          hub={hub}
          onClose={close}
          onSaved={(made: Space) => void router.push(`/${handle}/${made.slug}`)}
        />
      )}
    </Screen>
  );
}

type RecentProps = Pick<LoadedHub, 'recent'> & { handle: string; spaces: readonly Space[] };

function Recent({ handle, recent, spaces }: RecentProps) {
  const refresh = usePageRefresh();
  if (recent === null) {
    return (
      <ErrorState message={<FormattedMessage id="hub.recent_failed" />} onRetry={() => void refresh()} />
    );
  }
  if (recent.length === 0) return <NothingYet handle={handle} spaces={spaces} />;
  return <RecentItems handle={handle} recent={recent} />;
}

/** Nothing was added to any space: leads to the first that the user may write in. */
function NothingYet({ handle, spaces }: Pick<RecentProps, 'handle' | 'spaces'>) {
  const writable = spaces.find(({ allowed }) => allowed.includes('space.create_item'));
  return (
    <EmptyState
      title={<FormattedMessage id="hub.recent_empty" />}
      text={writable && <FormattedMessage id="hub.recent_empty_text" />}
      action={
        writable && (
          <LinkButton href={`/${handle}/${writable.slug}`} variant="primary">
            <FormattedMessage id="hub.open_space" values={{ name: <bdi>{writable.name}</bdi> }} />
          </LinkButton>
        )
      }
    />
  );
}
