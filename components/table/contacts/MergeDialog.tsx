import { type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { ValueView } from '#components/fields/ValueView.tsx';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Column, Row } from '#lib/contract/table.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { displayPhone } from '#lib/fields/phone-data.ts';
import { mergeContacts } from '#services/contacts.ts';
import { rowFileUrl } from '#services/table.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { chosenValues, type MergeColumn, mergeColumns } from './merge-values.ts';

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};

  > p {
    color: ${color('quiet')};
  }
`;

const Line = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr)) minmax(0, 1fr);
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
  padding: ${space(3)} 0 0;
  border: 0;
  border-top: 1px solid ${color('line')};

  > legend {
    float: left;
    grid-column: 1 / -1;
    padding: 0;
    font-size: 13px;
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Choice = styled.label`
  display: flex;
  gap: ${space(2)};
  align-items: flex-start;
  min-width: 0;
  min-height: 44px;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  overflow-wrap: anywhere;
  cursor: pointer;

  > span {
    min-width: 0;
  }

  > input {
    flex: none;
    margin-top: 3px;
  }

  &:has(input:checked) {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }
`;

const Result = styled.div`
  min-width: 0;
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius('control')};
  background: ${color('hover')};
  overflow-wrap: anywhere;

  > small {
    display: block;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const PLAIN_TYPES = new Set<Column['type']>(['email', 'phone', 'url']);

const SIDES = ['contacts.merge_first', 'contacts.merge_second'] as const;

type MergeDialogProps = {
  itemId: string;
  /** The two entries; the first stays. */
  rows: readonly Row[];
  columns: readonly Column[];
  onMerged: (merge: { id: string; row: Row }) => void;
  onClose: () => void;
};

/** Merges two entries field by field: what differs is chosen, and the result is shown beside it. */
export function MergeDialog({ itemId, rows, columns, onMerged, onClose }: MergeDialogProps) {
  const formId = useId();
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const merge = mergeColumns(columns, rows);
  // What has to be chosen comes first.
  const ordered = merge.toSorted((one, other) => Number(other.differs) - Number(one.differs));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const ids = rows.map(({ id }) => id);
      onMerged(await mergeContacts(itemId, ids, chosenValues(merge, chosen)));
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={760}
      onClose={onClose}
      title={<FormattedMessage id="contacts.merge_title" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            <FormattedMessage id="contacts.merge_submit" />
          </Button>
        </>
      }
    >
      <Parts id={formId} noValidate onSubmit={(event) => void send(event)}>
        {problem && <Notice tone="error">{problem}</Notice>}
        <p>
          <FormattedMessage id="contacts.merge_text" />
        </p>
        {ordered.map((line) => (
          <MergeLine
            key={line.column.id}
            itemId={itemId}
            rows={rows}
            line={line}
            chosen={chosen[line.column.name] ?? line.initial}
            onChoose={(at) => setChosen((before) => ({ ...before, [line.column.name]: at }))}
          />
        ))}
      </Parts>
    </Modal>
  );
}

type MergeLineProps = {
  itemId: string;
  rows: readonly Row[];
  line: MergeColumn;
  chosen: number;
  onChoose: (at: number) => void;
};

function MergeLine({ itemId, rows, line, chosen, onChoose }: MergeLineProps) {
  const intl = useIntl();
  const name = useId();
  const country = useContext(PhoneCountryContext);
  const { column, values, differs, joined } = line;
  // A link inside of a choice would be followed instead of chosen.
  const field = PLAIN_TYPES.has(column.type) ? { ...column, type: 'text' as const } : column;
  const view = (at: number, value = values[at]) =>
    isMissing(column, value) ? (
      <FormattedMessage id="contacts.merge_empty" />
    ) : (
      <ValueView
        field={field}
        value={column.type === 'phone' && typeof value === 'string' ? displayPhone(value, country) : value}
        fileOf={(id) => {
          const file = rows.map(({ files }) => files?.[id]).find((one) => one !== undefined);
          return file && { name: file.name, href: rowFileUrl(itemId, id) };
        }}
      />
    );
  return (
    <Line>
      <legend>
        <bdi>{column.label}</bdi>
      </legend>
      {differs &&
        SIDES.map((side, at) => (
          <Choice key={side}>
            <input
              type="radio"
              name={name}
              checked={chosen === at}
              aria-label={intl.formatMessage({ id: side })}
              aria-describedby={`${name}-${at}`}
              onChange={() => onChoose(at)}
            />
            <span id={`${name}-${at}`}>{view(at)}</span>
          </Choice>
        ))}
      <Result>
        <small>
          <FormattedMessage id="contacts.merge_result" />
        </small>
        {view(chosen, joined)}
      </Result>
    </Line>
  );
}
