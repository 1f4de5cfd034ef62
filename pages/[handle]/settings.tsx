import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#components/common/Button.tsx';
import { EmptyState } from '#components/common/EmptyState.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { HubForm } from '#components/settings/HubForm.tsx';
import { PlanSection } from '#components/settings/PlanSection.tsx';
import { Sections } from '#components/settings/Section.tsx';
import type { Subscription } from '#lib/contract/core.ts';
import type { Hub } from '#lib/contract/hub.ts';

type Props = { hub: Hub; mayChange: boolean; subscription: Subscription | null };

export default function HubSettingsPage({ hub, mayChange, subscription }: WithShell<Props>) {
  const intl = useIntl();
  const home = `/${hub.domain_handle}`;
  return (
    <Screen
      title={intl.formatMessage({ id: 'hub_settings.title' })}
      crumbs={[{ href: home, label: <bdi>{hub.name}</bdi> }]}
    >
      <Sections>
        {mayChange ? (
          <>
            <HubForm key={hub.id} hub={hub} />
            <PlanSection subscription={subscription} />
          </>
        ) : (
          <EmptyState
            title={<FormattedMessage id="hub_settings.forbidden_title" />}
            text={
              <FormattedMessage id="hub_settings.forbidden_text" values={{ hub: <bdi>{hub.name}</bdi> }} />
            }
            action={
              <LinkButton href={home}>
                <FormattedMessage id="hub_settings.back" />
              </LinkButton>
            }
          />
        )}
      </Sections>
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, context }) => {
  const handle = encodeURIComponent(String(context.params?.handle));
  const answer = await api<Hub>(`hubs/${handle}/`);
  // Whoever is no member may know of the hub, but not that it has settings.
  if (!answer.ok || !answer.data.my_role) return { notFound: true };
  const hub = answer.data;
  if (!hub.allowed.includes('hub.change')) {
    context.res.statusCode = 403;
    return { props: { hub, mayChange: false, subscription: null } };
  }
  const subscription = await api<Subscription>('wallet/subscription-detail/');
  return { props: { hub, mayChange: true, subscription: subscription.ok ? subscription.data : null } };
});
