import { useIntl } from 'react-intl';
import { AdminsOnlyNotice } from '#components/hub/settings/AdminsOnlyNotice.tsx';
import { DeleteHubSection } from '#components/hub/settings/DeleteHubSection.tsx';
import { HubForm } from '#components/hub/settings/HubForm.tsx';
import { PlanSection } from '#components/hub/settings/PlanSection.tsx';
import { AuditLogSection, ExportSection } from '#components/hub/settings/RecordsSections.tsx';
import { TransferSection } from '#components/hub/settings/TransferSection.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { OwnerlessSpaces } from '#components/space/members/OwnerlessSpaces.tsx';
import { Sections } from '#components/ui/Section.tsx';
import type { Subscription } from '#lib/contract/core.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { OwnerlessSpace } from '#lib/contract/space.ts';

type Props = {
  hub: Hub;
  mayChange: boolean;
  subscription: Subscription | null;
  ownerless: OwnerlessSpace[] | null;
};

export default function HubSettingsPage({ hub, mayChange, subscription, ownerless }: WithShell<Props>) {
  const intl = useIntl();
  const may = (operation: string) => hub.allowed.includes(operation);
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
            {may('hub.audit') && <AuditLogSection hub={hub} />}
            {may('hub.export') && <ExportSection hub={hub} />}
            {ownerless && ownerless.length > 0 && (
              <OwnerlessSpaces handle={hub.domain_handle} hubName={hub.name} spaces={ownerless} />
            )}
            {may('hub.transfer') && <TransferSection hub={hub} />}
            {may('hub.delete') && <DeleteHubSection hub={hub} />}
          </>
        ) : (
          <AdminsOnlyNotice hub={hub} />
        )}
      </Sections>
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, context }) => {
  const handle = encodeURIComponent(String(context.params?.handle));
  const hub = dataOrNull(await api(`hubs/${handle}/`));
  // Users who are no members may know of the hub, but not that it has settings.
  if (!hub?.my_role) return { notFound: true };
  if (!hub.allowed.includes('hub.change')) {
    context.res.statusCode = 403;
    return { props: { hub, mayChange: false, subscription: null, ownerless: null } };
  }
  const [subscription, ownerless] = await Promise.all([
    api('wallet/subscription-detail/'),
    hub.allowed.includes('hub.take_over_space') ? api(`hubs/${handle}/ownerless-spaces/`) : null,
  ]);
  return {
    props: {
      hub,
      mayChange: true,
      subscription: subscription.ok ? subscription.data : null,
      ownerless: ownerless?.ok ? ownerless.data : null,
    },
  };
});
