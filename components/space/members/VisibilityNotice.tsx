import { FormattedMessage } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import type { Visibility } from '#lib/access/roles.ts';
import { widensVisibility } from './widens-visibility.ts';

/** Explains the effect of a change of a space's visibility before it is saved. */
export function VisibilityNotice({
  from,
  to,
  hubName,
}: {
  from: Visibility;
  to: Visibility;
  hubName: string;
}) {
  const hub = <bdi>{hubName}</bdi>;
  if (to !== 'private' && widensVisibility(from, to)) {
    return (
      <Notice tone="warning">
        <FormattedMessage id={`space_people.widens_${to}`} values={{ hub }} />
      </Notice>
    );
  }
  if (to !== 'private' || from === 'private') return null;
  return (
    <Notice>
      <FormattedMessage id="space_people.hides" />
    </Notice>
  );
}
