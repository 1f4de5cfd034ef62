import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Tabs } from '#components/common/Tabs.tsx';
import type { Space } from '#lib/contract/space.ts';
import { type SpaceView, viewPath } from './space-view.ts';

const KINDS = ['document', 'table', 'email', 'contact', 'image', 'media', 'general'] as const;

/** The kinds of what is in a space, with how many there are of each. */
export function SpaceTabs({ space, base, view }: { space: Space; base: string; view: SpaceView }) {
  const intl = useIntl();
  const { q, sort } = view;
  const { items, kinds } = space.counts;
  const tab = (kind: (typeof KINDS)[number]) => ({
    key: kind,
    label: <FormattedMessage id={`space.kind_${kind}`} />,
    count: <FormattedNumber value={kinds[kind] ?? 0} />,
    href: viewPath(base, { kind, q, sort }),
  });
  const all = {
    key: 'all',
    label: <FormattedMessage id="space.all" />,
    count: <FormattedNumber value={items} />,
    href: viewPath(base, { q, sort }),
  };
  return (
    <Tabs
      label={intl.formatMessage({ id: 'space.kinds' })}
      items={[all, ...KINDS.map(tab)]}
      current={view.kind ?? 'all'}
    />
  );
}
