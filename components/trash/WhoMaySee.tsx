import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { ChoiceGroup } from '#components/common/ChoiceGroup.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { VISIBILITIES, type Visibility } from '#lib/policy/roles.ts';
import { space } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type WhoMaySeeProps = {
  title: ReactNode;
  text: ReactNode;
  /** Over the choice: who more would see it. */
  note?: ReactNode;
  /** Where it goes. */
  place: string;
  submit: ReactNode;
  onClose: () => void;
  onChosen: (visibility: Visibility) => Promise<void>;
};

/** Has somebody choose who may see a thing, where its new place would show it to more people; the narrowest first. */
export function WhoMaySee({ title, text, note, place, submit, onClose, onChosen }: WhoMaySeeProps) {
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const choose = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onChosen(visibility);
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void choose()}>
            {submit}
          </Button>
        </>
      }
    >
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
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
      </Parts>
    </Modal>
  );
}
