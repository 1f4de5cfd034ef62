import { FormattedMessage, useIntl } from 'react-intl';
import { SignedInAs } from '#components/auth/SignedInAs.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { UnavailablePage } from '#components/ui/UnavailablePage.tsx';
import type { Shell } from '#context/ShellContext.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** Shown to a user who was removed from a hub, or suspended there, at any address of that hub. */
export default function RemovedPage({ shell }: { shell: Shell }) {
  return (
    <AuthLayout shell={shell}>
      <Removed removed={shell.removed} hasOthers={(shell.viewer?.organization_list.length ?? 0) > 0} />
      <SignedInAs />
    </AuthLayout>
  );
}

function Removed({ removed, hasOthers }: { removed: Shell['removed']; hasOthers: boolean }) {
  const intl = useIntl();
  if (!removed) return null;
  return (
    <UnavailablePage
      title={intl.formatMessage({ id: `removed.${removed.ended}_title` })}
      text={
        <FormattedMessage
          id={`removed.${removed.ended}_text`}
          values={{ hub: <bdi>{removed.handle}</bdi> }}
        />
      }
      action={
        <LinkButton
          href={hasOthers ? '/' : '/create-hub'}
          variant={hasOthers ? 'primary' : 'plain'}
          size="large"
        >
          <FormattedMessage id={hasOthers ? 'landing.go_home' : 'removed.create'} />
        </LinkButton>
      }
    />
  );
}
