import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';

type RestoreVisibilityDialogProps = {
  title: ReactNode;
  text: ReactNode;
  /** Above the choice: the users who would gain access. */
  note?: ReactNode;
  /** The destination. */
  place: string;
  submit: ReactNode;
  onClose: () => void;
  onChosen: (visibility: Visibility) => Promise<void>;
};

/** Lets the user choose a visibility where restoring would show an item to more people; the strictest first. */
export function RestoreVisibilityDialog({
  title,
  text,
  note,
  place,
  submit,
  onClose,
  onChosen,
}: RestoreVisibilityDialogProps) {
  const [visibility, setVisibility] = useState<Visibility>('private');
  return (
    <Confirm
      title={title}
      width={520}
      submit={submit}
      onClose={onClose}
      onConfirm={() => onChosen(visibility)}
    >
      {note}
      <ChoiceGroup
        legend={text}
        name="who-may-see"
        value={visibility}
        onChange={setVisibility}
        options={VISIBILITIES.toReversed().map((value) => ({
          value,
          label: <FormattedMessage id={`visibility.${value}`} />,
          help: <FormattedMessage id={`move.wider_${value}`} values={{ place: <bdi>{place}</bdi> }} />,
        }))}
      />
    </Confirm>
  );
}
