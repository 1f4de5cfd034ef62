import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/common/Button.tsx';
import { Menu } from '#components/common/Menu.tsx';
import { startDownload } from '#components/common/start-download.ts';
import type { SubmissionFormat } from '#lib/contract/answers.ts';
import { answersExportUrl } from '#services/answers.ts';
import { type AnswersView, filtersOf, isNarrowed } from './answers-view.ts';
import type { Asked } from './asked.ts';

type ExportMenuProps = { formId: string; asked: Asked; view: AnswersView };

/** Saves all answers that the filters leave, whole. */
export function ExportMenu({ formId, asked, view }: ExportMenuProps) {
  const intl = useIntl();
  const hasFiles = [...asked.byId.values()].some(({ type }) => type === 'file');
  const formats: SubmissionFormat[] = ['csv', 'xlsx', 'json', ...(hasFiles ? (['files'] as const) : [])];
  const words = isNarrowed(view) ? 'answers.export_these' : 'answers.export';
  return (
    <Menu
      align="end"
      entries={formats.map((format) => ({
        label: <FormattedMessage id={`answers.export_${format}`} />,
        onSelect: () => startDownload(answersExportUrl(formId, format, filtersOf(view))),
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
