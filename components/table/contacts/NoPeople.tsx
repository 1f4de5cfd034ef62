import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';

const TEXTS = {
  search: 'contacts.none_found_text',
  labels: 'contacts.labels_empty',
  group: 'contacts.group_empty',
} as const;

type NoPeopleProps = {
  /** What leaves nobody: the contact list itself, or what it is filtered by. */
  reason: 'no people' | keyof typeof TEXTS;
  /** Null for those who may not add people. */
  onImport: (() => void) | null;
};

/** In place of the people of a contact list, where there are none. */
export function NoPeople({ reason, onImport }: NoPeopleProps) {
  if (reason !== 'no people')
    return (
      <EmptyState
        title={<FormattedMessage id="contacts.none_found" />}
        text={<FormattedMessage id={TEXTS[reason]} />}
      />
    );
  return (
    <EmptyState
      title={<FormattedMessage id="contacts.empty" />}
      text={onImport && <FormattedMessage id="contacts.empty_text" />}
      action={
        onImport && (
          <Button onClick={onImport}>
            <FormattedMessage id="contacts.import_cards" />
          </Button>
        )
      }
    />
  );
}
