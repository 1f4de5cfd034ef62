import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import type { SubmissionFormat } from '#lib/contract/answers.ts';
import { answersExportUrl } from '#services/answers.ts';
import { type AnswersView, filtersOf, isNarrowed } from './answers-view.ts';
import type { Asked } from './asked.ts';

type Offer = { format: SubmissionFormat; name?: 'databases'; query?: Record<string, string> };

type ExportMenuProps = { formId: string; asked: Asked; view: AnswersView };

/** Saves all answers that the filters leave, whole. */
export function ExportMenu({ formId, asked, view }: ExportMenuProps) {
  const intl = useIntl();
  const types = new Set([...asked.byId.values()].map(({ type }) => type));
  const offers: Offer[] = [
    { format: 'csv' },
    ...(types.has('form') ? [{ format: 'csv_lists' } as const] : []),
    { format: 'csv', name: 'databases', query: { for: 'databases', columns: 'name' } },
    { format: 'xlsx' },
    { format: 'json' },
    ...(types.has('file') ? [{ format: 'files' } as const] : []),
  ];
  const words = isNarrowed(view) ? 'answers.export_these' : 'answers.export';
  return (
    <Menu
      align="end"
      entries={offers.map(({ format, name = format, query = {} }) => ({
        label: <FormattedMessage id={`answers.export_${name}`} />,
        onSelect: () => startDownload(answersExportUrl(formId, format, { ...filtersOf(view), ...query })),
      }))}
    >
      {(trigger) => (
        <Button {...trigger} icon={Download} aria-label={intl.formatMessage({ id: words })}>
          <FormattedMessage id="answers.export" />
        </Button>
      )}
    </Menu>
  );
}
