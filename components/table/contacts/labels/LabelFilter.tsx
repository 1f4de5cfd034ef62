import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { optionColors } from '#components/table/columns/option-look.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import type { ContactLabel } from '#lib/contract/contacts.ts';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(3)};
`;

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  min-height: ${CONTROL.small}px;
  padding: 0 10px;
  border: 1px solid ${color('line')};
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('text')};
  font: inherit;
  font-size: 13px;
  cursor: pointer;

  ${optionColors('&')}

  > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > span {
    color: ${color('quiet')};
    font-variant-numeric: tabular-nums;
  }

  &:hover {
    border-color: ${color('frameLine')};
  }

  &[aria-pressed='true'] {
    border-color: ${color('primary')};
    box-shadow: inset 0 0 0 1px ${color('primary')};
  }
`;

/** Labels that are shown before all are asked for. */
const SHOWN = 12;

type LabelFilterProps = {
  labels: readonly ContactLabel[];
  /** The ids of those whose people are shown; of several, who has all of them. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
  /** Null for who may not change labels. */
  onManage: (() => void) | null;
};

/** The labels of a list with the number of people who have each: chosen ones filter the list. */
export function LabelFilter({ labels, chosen, onChoose, onManage }: LabelFilterProps) {
  const intl = useIntl();
  const [showsAll, setShowsAll] = useState(false);
  if (labels.length === 0) return null;
  const most = labels.toSorted((one, other) => other.people - one.people).slice(0, SHOWN);
  const shown = showsAll ? labels : labels.filter((one) => most.includes(one) || chosen.includes(one.id));
  return (
    <Bar role="group" aria-label={intl.formatMessage({ id: 'contacts.label_filter' })}>
      {shown.map(({ id, label, color: own, people }) => {
        const isChosen = chosen.includes(id);
        return (
          <Toggle
            key={id}
            type="button"
            title={label}
            data-color={own}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
          >
            <bdi>{label}</bdi>{' '}
            <span>
              <FormattedNumber value={people} />
            </span>
          </Toggle>
        );
      })}
      {labels.length > shown.length && (
        <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
          <FormattedMessage id="contacts.label_all" values={{ count: labels.length }} />
        </Button>
      )}
      {onManage && (
        <IconButton
          icon={Settings2}
          label={intl.formatMessage({ id: 'contacts.labels_manage' })}
          onClick={onManage}
        />
      )}
    </Bar>
  );
}
