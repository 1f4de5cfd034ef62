import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import type { Hub } from '#lib/contract/hub.ts';

/** In place of content that only a hub's owners and admins may see. */
export function AdminsOnlyNotice({ hub }: { hub: Pick<Hub, 'name' | 'domain_handle'> }) {
  return (
    <EmptyState
      title={<FormattedMessage id="hub_settings.forbidden_title" />}
      text={<FormattedMessage id="hub_settings.forbidden_text" values={{ hub: <bdi>{hub.name}</bdi> }} />}
      action={
        <LinkButton href={`/${hub.domain_handle}`}>
          <FormattedMessage id="hub_settings.back" />
        </LinkButton>
      }
    />
  );
}
