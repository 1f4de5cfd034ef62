import { FormattedMessage, useIntl } from 'react-intl';
import { AuditExport, AuditLog } from '#components/hub/audit/AuditLog.tsx';
import { type AuditView, auditPath, auditView, filtersOf } from '#components/hub/audit/audit-view.ts';
import { AdminsOnlyNotice } from '#components/hub/settings/AdminsOnlyNotice.tsx';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import type { AuditEntry } from '#lib/contract/audit.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { AUDIT_PAGE_SIZE, auditPage } from '#services/audit.ts';
import type { ListPage } from '#services/http.ts';

type Props = { hub: Hub; view: AuditView; first: ListPage<AuditEntry> | null };

export default function AuditLogPage({ hub, view, first }: WithShell<Props>) {
  const intl = useIntl();
  const home = `/${hub.domain_handle}`;
  return (
    <Screen
      title={intl.formatMessage({ id: 'audit_log.title' })}
      crumbs={[
        { href: home, label: <bdi>{hub.name}</bdi> },
        { href: `${home}/settings`, label: <FormattedMessage id="hub_settings.title" /> },
      ]}
      actions={first && <AuditExport handle={hub.domain_handle} view={view} />}
    >
      {first ? (
        <AuditLog
          key={auditPath(hub.domain_handle, view)}
          handle={hub.domain_handle}
          view={view}
          first={first}
        />
      ) : (
        <AdminsOnlyNotice hub={hub} />
      )}
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, context }) => {
  const handle = encodeURIComponent(String(context.params?.handle));
  const hub = dataOrNull(await api(`hubs/${handle}/`));
  // Users who are no members may know of the hub, but not that it has a log.
  if (!hub?.my_role) return { notFound: true };
  const view = auditView(context.query);
  if (!hub.allowed.includes('hub.audit')) {
    context.res.statusCode = 403;
    return { props: { hub, view, first: null } };
  }
  const query = new URLSearchParams({ ...filtersOf(view), page_size: String(AUDIT_PAGE_SIZE) });
  const log = await api(`hubs/${handle}/audit-log/?${query}`);
  const first = log.ok
    ? auditPage(log.data, log.next ?? null)
    : { ...auditPage([], null), error: log.message };
  return { props: { hub, view, first } };
});
