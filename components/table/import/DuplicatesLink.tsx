import Link from 'next/link';
import { FormattedMessage } from 'react-intl';

/** After an import: the way to the entries that may be one person. */
export function DuplicatesLink({ onFollow }: { onFollow: () => void }) {
  return (
    <p>
      <Link href="?show=duplicates" shallow onClick={onFollow}>
        <FormattedMessage id="contacts.import_duplicates" />
      </Link>
    </p>
  );
}
