import { useContext, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { TEXT_LIMITS } from '#lib/fields/definition.ts';
import type { GuessedColumn } from '#lib/forms/guess-column.ts';
import { space } from '#styles/tokens.ts';
import { guessPastedColumns } from './guess-pasted-columns.ts';
import type { PastePlan } from './plan-paste.ts';

const List = styled.form`
  display: grid;
  gap: ${space(4)};
  margin-top: ${space(4)};
`;

type AddPastedColumnsProps = {
  /** What is pasted: some of it has no column to go to. */
  plan: PastePlan;
  /** How many columns the table has. */
  columnCount: number;
  onAdd: (columns: readonly GuessedColumn[]) => Promise<void>;
  /** Pastes without what has no column. */
  onFit: () => void;
  onClose: () => void;
};

/** Offers to add columns for what was pasted beyond the last one, by types that an import would guess. */
export function AddPastedColumns({ plan, columnCount, onAdd, onFit, onClose }: AddPastedColumnsProps) {
  const intl = useIntl();
  const country = useContext(PhoneCountryContext);
  const format = useContext(InputFormatContext);
  const guessed = useMemo(
    () => guessPastedColumns(plan.beyondLines, columnCount, { country, writtenIn: format ?? {} }),
    [plan, columnCount, country, format],
  );
  const [labels, setLabels] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const columns = guessed.map((one, at) => ({ ...one, label: labels?.[at] ?? one.label }));
  const count = columns.length;
  const add = async () => {
    setBusy(true);
    // An empty name is the one that was offered.
    await onAdd(
      columns.map((one, at) => ({ ...one, label: one.label.trim() || (guessed[at]?.label ?? '') })),
    );
  };
  return (
    <Modal
      open
      width={560}
      onClose={onClose}
      title={<FormattedMessage id="table.paste_wider_title" values={{ count }} />}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button onClick={onFit} disabled={busy}>
            <FormattedMessage id="table.paste_fit" />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void add()}>
            <FormattedMessage id="table.paste_add_columns" values={{ count }} />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="table.paste_wider_text" values={{ count }} />
      </p>
      <List
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void add();
        }}
      >
        {guessed.map(({ label, type }, at) => (
          <TextField
            key={label}
            label={
              <FormattedMessage id="table.paste_column_name" values={{ number: columnCount + at + 1 }} />
            }
            help={intl.formatMessage({ id: `column_type.${type}` })}
            value={columns[at]?.label ?? ''}
            required
            maxLength={TEXT_LIMITS.label}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) =>
              setLabels(columns.map((one, n) => (n === at ? target.value : one.label)))
            }
          />
        ))}
        {/* Enter in a name submits a form only where it has a button. */}
        <button type="submit" hidden />
      </List>
    </Modal>
  );
}
