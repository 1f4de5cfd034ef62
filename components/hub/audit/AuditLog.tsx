import { Download } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { AuditEntry } from '#lib/contract/audit.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { auditExportUrl, listAudit } from '#services/audit.ts';
import type { ListPage } from '#services/http.ts';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { type AuditView, auditPath, filtersOf, isFiltered } from './audit-view.ts';
import { EntryRow } from './EntryRow.tsx';

const Page = styled.div`
  display: grid;
  gap: ${space(5)};
  max-width: ${CONTENT_WIDTH}px;
  margin: 0 auto;
`;

const Rows = styled.ol`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
`;

const More = styled.div`
  display: flex;
  justify-content: center;
`;

const entryId = ({ id }: AuditEntry) => String(id);

type AuditLogProps = { handle: string; view: AuditView; first: ListPage<AuditEntry> };

function AuditLogContent({ handle, view, first }: AuditLogProps) {
  const log = useListQuery({
    of: ['hub', handle, 'audit-log', filtersOf(view)],
    first,
    load: ({ after }, signal) => listAudit(handle, filtersOf(view), after, { signal }),
    idOf: entryId,
  });
  const rows = useRef<HTMLOListElement>(null);

  const more = async () => {
    const known = log.entries.length;
    await log.loadMore();
    // Keyboard users continue at the first new entry.
    requestAnimationFrame(() => {
      const next = rows.current?.children[known];
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  };

  const actorName = log.entries.find(({ actor }) => actor?.id === view.actor)?.actor;
  return (
    <Page>
      <AuditFilters handle={handle} view={view} actorName={actorName?.name || actorName?.email || null} />
      {log.entries.length > 0 && (
        <Rows ref={rows}>
          {log.entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              actorHref={
                entry.actor && entry.actor.id !== view.actor
                  ? auditPath(handle, { ...view, actor: entry.actor.id })
                  : null
              }
            />
          ))}
        </Rows>
      )}
      {log.entries.length === 0 && !log.error && !log.loading && (
        <EmptyState
          title={<FormattedMessage id={isFiltered(view) ? 'audit_log.none' : 'audit_log.empty'} />}
          text={isFiltered(view) && <FormattedMessage id="audit_log.none_text" />}
        />
      )}
      {log.error ? (
        <ErrorState message={log.error} onRetry={() => void more()} retrying={log.loading} />
      ) : (
        log.hasMore && (
          <More>
            <Button busy={log.loading} onClick={() => void more()}>
              <FormattedMessage id="audit_log.more" />
            </Button>
          </More>
        )
      )}
    </Page>
  );
}

/**
 * The audit log: who did what to which resource, when and from where; filtered by the address, and loaded page by page.
 */
export const AuditLog = withQueries(AuditLogContent);

/** Downloads all filtered entries of the log. */
export function AuditExport({ handle, view }: Pick<AuditLogProps, 'handle' | 'view'>) {
  const intl = useIntl();
  const save = (format: 'csv' | 'json') => startDownload(auditExportUrl(handle, format, filtersOf(view)));
  return (
    <Menu
      align="end"
      entries={[
        { label: <FormattedMessage id="audit_log.export_csv" />, onSelect: () => save('csv') },
        { label: <FormattedMessage id="audit_log.export_json" />, onSelect: () => save('json') },
      ]}
    >
      {(trigger) => (
        <Button
          {...trigger}
          icon={Download}
          collapses
          aria-label={intl.formatMessage({
            id: isFiltered(view) ? 'audit_log.export_filtered' : 'audit_log.export',
          })}
        >
          <FormattedMessage id="audit_log.export" />
        </Button>
      )}
    </Menu>
  );
}
