import { useIntl } from 'react-intl';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { AboutForm } from '#components/profile/AboutForm.tsx';
import { DeleteAccountSection, SignOutSection } from '#components/profile/AccountEndSections.tsx';
import { AppearanceSection } from '#components/profile/AppearanceSection.tsx';
import { DevicesSection } from '#components/profile/DevicesSection.tsx';
import { DraftsSection } from '#components/profile/DraftsSection.tsx';
import { IdentitiesSection } from '#components/profile/IdentitiesSection.tsx';
import { NotificationsSection } from '#components/profile/NotificationsSection.tsx';
import { PasswordForm } from '#components/profile/PasswordForm.tsx';
import { SecondFactorSection } from '#components/profile/SecondFactorSection.tsx';
import { WatchMailsSection } from '#components/profile/WatchMailsSection.tsx';
import { Sections } from '#components/ui/Section.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useRenderedQuery } from '#context/use-rendered-query.ts';
import type { Session } from '#lib/contract/account.ts';
import type { BasicSettings } from '#lib/contract/core.ts';
import type { Identity } from '#lib/contract/identity.ts';
import type { NotificationSettings } from '#lib/contract/notification.ts';
import type { SecondFactorState } from '#lib/contract/second-factor.ts';
import { getSessions } from '#services/profile.ts';

type Props = {
  roles: BasicSettings['profile_roles'];
  devices: Session[] | null;
  secondFactor: SecondFactorState | null;
  identities: Identity[];
  /** Null where it could not be loaded. */
  watchMails: boolean | null;
  notifications: NotificationSettings | null;
};

function ProfilePage(props: WithShell<Props>) {
  const { shell, roles, devices, secondFactor, identities, watchMails, notifications } = props;
  const intl = useIntl();
  const { data, isError, reload, update } = useRenderedQuery({
    of: ['sessions'],
    rendered: devices,
    load: async (signal) => (await getSessions(signal)).data,
  });
  const sessions = isError ? null : data;
  const { viewer } = shell;
  if (!viewer) return null;
  return (
    <Screen title={intl.formatMessage({ id: 'profile.title' })}>
      <Sections>
        <AboutForm person={viewer} roles={roles} />
        <AppearanceSection />
        <PasswordForm email={viewer.email} onChanged={() => void reload()} />
        <SecondFactorSection email={viewer.email} loaded={secondFactor} />
        <IdentitiesSection first={identities} />
        <DevicesSection
          sessions={sessions}
          onRetry={() => void reload()}
          onRevoked={(id) => update((all) => all.filter((session) => session.id !== id))}
          onOthersRevoked={() => update((all) => all.filter((session) => session.is_current))}
        />
        {notifications && <NotificationsSection first={notifications} hasMail={shell.config.mail} />}
        {watchMails !== null && <WatchMailsSection first={watchMails} />}
        <DraftsSection />
        <SignOutSection />
        <DeleteAccountSection />
      </Sections>
    </Screen>
  );
}

export default withQueries(ProfilePage);

export const getServerSideProps = pageProps<Props>({}, async ({ api }) => {
  const [settings, sessions, secondFactor, identities, watchMails, notifications] = await Promise.all([
    api('core/basic-settings/'),
    api('auth/sessions/'),
    api('auth/second-factor/'),
    api('auth/identities/'),
    api('watch-mails/'),
    api('notifications/settings/'),
  ]);
  return {
    props: {
      roles: dataOrNull(settings)?.profile_roles ?? [],
      // Each section shows itself that it could not be loaded.
      devices: sessions.ok ? sessions.data : null,
      secondFactor: secondFactor.ok ? secondFactor.data : null,
      identities: dataOrNull(identities) ?? [],
      watchMails: watchMails.ok ? watchMails.data.mail : null,
      notifications: notifications.ok ? notifications.data : null,
    },
  };
});
