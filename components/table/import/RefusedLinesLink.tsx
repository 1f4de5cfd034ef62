import { FormattedMessage } from 'react-intl';
import type { Job } from '#lib/contract/job.ts';

/** Leads to the lines of a file that its import left out, in whole or in part, or to its cards; nothing where there are none. */
export function RefusedLinesLink({
  of: { errors_url: url, errors_format: format, partial },
}: {
  of: Pick<Job, 'errors_url' | 'errors_format' | 'partial'>;
}) {
  if (url === null) return null;
  return (
    <a href={url} download>
      {partial ? (
        <FormattedMessage
          id={format === 'vcf' ? 'table.import_cards_in_part' : 'table.import_lines_in_part'}
        />
      ) : (
        <FormattedMessage id={format === 'vcf' ? 'table.import_refused_cards' : 'table.import_errors'} />
      )}
    </a>
  );
}
