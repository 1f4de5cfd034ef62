import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Tabs } from '#components/ui/Tabs.tsx';
import { UnreadCount } from '#components/ui/UnreadCount.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useUnreadPosts } from '#context/unread-posts.ts';
import type { Space } from '#lib/contract/space.ts';
import { type SpaceView, viewPath } from './space-view.ts';

const KINDS = ['folder', 'document', 'table', 'email', 'contact', 'image', 'media', 'general'] as const;

type SpaceTabsProps = { space: Space; base: string } & (
  | { view: SpaceView; current?: never }
  /** Its forms and its discussions have pages of their own. */
  | { view?: never; current: 'forms' | 'posts' }
);

/** Tabs for the kinds of items in a space, with the number of each, and for its forms and discussions. */
export function SpaceTabs({ space, base, view, current }: SpaceTabsProps) {
  const intl = useIntl();
  const query = view ? { ...view, kind: null, parent: null } : {};
  const { items, kinds, forms: formCount } = space.counts;
  // For visitors, the space's page lists the forms that they may fill.
  const { viewer } = useShell();
  const tab = (kind: (typeof KINDS)[number]) => ({
    key: kind,
    label: <FormattedMessage id={`space.kind_${kind}`} />,
    count: <FormattedNumber value={kinds[kind] ?? 0} />,
    href: viewPath(base, { ...query, kind }),
  });
  const all = {
    key: 'all',
    label: <FormattedMessage id="space.all" />,
    count: <FormattedNumber value={items + (kinds.folder ?? 0) + (viewer ? formCount : 0)} />,
    href: viewPath(base, query),
  };
  const forms = {
    key: 'forms',
    label: <FormattedMessage id="forms.tab" />,
    count: <FormattedNumber value={formCount} />,
    href: `${base}/forms`,
  };
  const unread = useUnreadPosts().get(space.slug);
  const posts = {
    key: 'posts',
    label: <FormattedMessage id="posts.tab" />,
    ...(unread ? { count: <UnreadCount count={unread} /> } : {}),
    href: `${base}/posts`,
  };
  return (
    <Tabs
      label={intl.formatMessage({ id: 'space.kinds' })}
      items={[all, ...KINDS.map(tab), ...(viewer ? [forms, posts] : [])]}
      current={current ?? view?.kind ?? 'all'}
    />
  );
}
