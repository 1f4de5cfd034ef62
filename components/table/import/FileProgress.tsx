import { FormattedMessage, useIntl } from 'react-intl';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';

type FileProgressProps = {
  /** How much of the file is sent, from 0 to 1; null while none is. */
  share: number | null;
  /** The server reads the first lines of the file. */
  isReading: boolean;
};

/** What happens to a file that was chosen, before it is known what an import would make of it. */
export function FileProgress({ share, isReading }: FileProgressProps) {
  const intl = useIntl();
  return (
    <>
      {share !== null && (
        <div role="status">
          <p>
            <FormattedMessage id="table.import_sending" values={{ share }} />
          </p>
          <ProgressBar value={share} label={intl.formatMessage({ id: 'table.import_sending_file' })} />
        </div>
      )}
      {isReading && (
        <p role="status">
          <FormattedMessage id="table.import_reading" />
        </p>
      )}
    </>
  );
}
