import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { SubmissionFormat } from '#lib/contract/submissions.ts';
import { submissionsExportUrl } from '#services/submissions.ts';
import type { SubmissionColumns } from './submission-columns.ts';
import { filtersOf, isFiltered, type SubmissionsView } from './submissions-view.ts';

type Offer = { format: SubmissionFormat; name?: 'databases'; query?: Record<string, string> };

type ExportMenuProps = { formId: string; columns: SubmissionColumns; view: SubmissionsView };

/** Downloads all submissions that match the filters. */
export function ExportMenu({ formId, columns, view }: ExportMenuProps) {
  const intl = useIntl();
  const types = new Set([...columns.byId.values()].map(({ type }) => type));
  const offers: Offer[] = [
    { format: 'csv' },
    ...(types.has('form') ? [{ format: 'csv_lists' } as const] : []),
    { format: 'csv', name: 'databases', query: { for: 'databases', columns: 'name' } },
    { format: 'xlsx' },
    { format: 'json' },
    ...(types.has('file') ? [{ format: 'files' } as const] : []),
  ];
  const labelId = isFiltered(view) ? 'submissions.export_these' : 'submissions.export';
  return (
    <Menu
      align="end"
      entries={offers.map(({ format, name = format, query = {} }) => ({
        label: <FormattedMessage id={`submissions.export_${name}`} />,
        onSelect: () => startDownload(submissionsExportUrl(formId, format, { ...filtersOf(view), ...query })),
      }))}
    >
      {(trigger) => (
        <Button {...trigger} icon={Download} aria-label={intl.formatMessage({ id: labelId })}>
          <FormattedMessage id="submissions.export" />
        </Button>
      )}
    </Menu>
  );
}
