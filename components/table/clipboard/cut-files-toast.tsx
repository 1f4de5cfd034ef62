import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';

/** Says that files that were cut stay where they are for now. */
export const cutFilesToast = (count: number): Toast => ({
  text: <FormattedMessage id="table.cut_files" values={{ count }} />,
});
