import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type DraftContent, draftContentOf } from '#components/forms/draft/draft-content.ts';
import { mergeDrafts } from '#components/forms/draft/draft-merge.ts';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Form } from '#lib/contract/form.ts';
import type { MergeConflict, Side } from '#lib/forms/merge.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { MergeConflictValue, useMergeConflictName } from './MergeConflictValue.tsx';

const List = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  margin-top: ${space(4)};
  padding: 0;
  list-style: none;
`;

const Choice = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(2)};
  min-width: 0;
  padding: 0;
  border: 0;

  > legend {
    margin-bottom: ${space(2)};
    padding: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Option = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(2)};
  align-content: start;
  padding: ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  cursor: pointer;

  &:has(:checked) {
    border-color: ${color('primary')};
    box-shadow: 0 0 0 1px ${color('primary')};
  }

  > div {
    grid-column: 2;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;

type ConflictDialogProps = {
  common: DraftContent;
  mine: DraftContent;
  theirs: Form;
  onChoose: (sides: ReadonlyMap<string, Side>) => void;
  onClose: () => void;
};

/** All conflicts between two users' changes, with a choice for each. */
export function ConflictDialog({ common, mine, theirs, onChoose, onClose }: ConflictDialogProps) {
  const intl = useIntl();
  const their = useMemo(() => draftContentOf(theirs), [theirs]);
  const collisions = useMemo(() => mergeDrafts(common, mine, their).conflicts, [common, mine, their]);
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const nameOf = useMergeConflictName(mine, their);
  const name = theirs.updated_by?.name ?? intl.formatMessage({ id: 'builder.conflict_somebody' });
  const all = (side: Side) => setSides(new Map(collisions.map(({ key }) => [key, side])));
  return (
    <Modal
      open
      width={720}
      onClose={onClose}
      title={<FormattedMessage id="builder.conflict_title" values={{ count: collisions.length }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" onClick={() => onChoose(sides)}>
            <FormattedMessage id="builder.conflict_use" />
          </Button>
        </>
      }
    >
      <div data-draft>
        <p>
          <FormattedMessage
            id="builder.conflict_help"
            values={{ name: <bdi>{name}</bdi>, time: <RelativeTime value={theirs.updated_at} /> }}
          />
        </p>
        <p>
          <Button variant="link" onClick={() => all('mine')}>
            <FormattedMessage id="builder.conflict_all_mine" />
          </Button>
          {' · '}
          <Button variant="link" onClick={() => all('theirs')}>
            <FormattedMessage id="builder.conflict_all_theirs" />
          </Button>
        </p>
        <List>
          {collisions.map((collision) => (
            <li key={collision.key}>
              <Choice>
                <legend>{nameOf(collision)}</legend>
                {(['mine', 'theirs'] as const).map((side) => (
                  <SideOption
                    key={side}
                    conflict={collision}
                    side={side}
                    isChosen={(sides.get(collision.key) ?? collision.winner) === side}
                    content={side === 'mine' ? mine : their}
                    name={name}
                    onChoose={() => setSides(new Map([...sides, [collision.key, side]]))}
                  />
                ))}
              </Choice>
            </li>
          ))}
        </List>
      </div>
    </Modal>
  );
}

type SideOptionProps = {
  conflict: MergeConflict;
  side: Side;
  isChosen: boolean;
  content: DraftContent;
  name: string;
  onChoose: () => void;
};

function SideOption({ conflict, side, isChosen, content, name, onChoose }: SideOptionProps) {
  return (
    <Option>
      <input type="radio" name={conflict.key} checked={isChosen} onChange={onChoose} />
      <span>
        {side === 'mine' ? (
          <FormattedMessage id="builder.conflict_of_mine" />
        ) : (
          <FormattedMessage id="builder.conflict_of" values={{ name: <bdi>{name}</bdi> }} />
        )}
        {conflict.winner === side && (
          <>
            {' '}
            <FormattedMessage id="builder.conflict_stays" />
          </>
        )}
      </span>
      <div>
        <MergeConflictValue conflict={conflict} side={side} content={content} />
      </div>
    </Option>
  );
}
