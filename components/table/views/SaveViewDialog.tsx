import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceField } from '#components/ui/ChoiceField.tsx';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { VIEW_TYPES, type View } from '#lib/contract/table-views.ts';
import { canGroup } from '#lib/fields/column-kinds.ts';
import { fieldErrorsOf } from '#services/http.ts';
import { space } from '#styles/tokens.ts';
import { CheckField } from '../columns/CheckField.tsx';

const Parts = styled.form`
  display: grid;
  gap: ${space(4)};
`;

type Saved = { name: string; personal: boolean; type: View['type']; group: string[] };
type SaveViewDialogProps = {
  /** The view that is changed; null for a new one. */
  view: View | null;
  type: View['type'];
  columns: readonly WireColumn[];
  /** What the rows are grouped by already. */
  group: readonly string[];
  /** Whether they may save views for everybody. */
  mayShare: boolean;
  onSave: (view: Saved) => Promise<void>;
  onClose: () => void;
};

/** Names a view, says how it shows rows, and whether everybody sees it. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  const { view, columns, group, mayShare, onSave, onClose } = props;
  const intl = useIntl();
  const formId = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [type, setType] = useState(props.type);
  const [chosen, setChosen] = useState(group[0] ?? '');
  const [personal, setPersonal] = useState(view?.personal ?? !mayShare);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const errors = error ? fieldErrorsOf(error) : {};
  const possible = columns.filter(canGroup(type));
  const groupId = (possible.find(({ id }) => id === chosen) ?? possible[0])?.id;
  const needsColumn = type === 'board' || type === 'calendar';
  const save = async () => {
    setBusy(true);
    try {
      await onSave({ name, personal, type, group: needsColumn ? (groupId ? [groupId] : []) : [...group] });
      onClose();
    } catch (problem) {
      setBusy(false);
      setError(problem);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id={view ? 'table.view_edit' : 'table.view_new'} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            <FormattedMessage id="table.save" />
          </Button>
        </>
      }
    >
      <Parts
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error !== null && !errors.name && <Notice tone="error">{failureText(error)}</Notice>}
        <TextField
          label={<FormattedMessage id="table.view_name" />}
          value={name}
          error={errors.name}
          required
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <ChoiceField
          label={<FormattedMessage id="table.view_type" />}
          required
          choices={VIEW_TYPES}
          value={type}
          textOf={(one) => intl.formatMessage({ id: `table.view_type_${one}` })}
          onChoose={setType}
        />
        {needsColumn && groupId !== undefined && (
          <SelectField
            label={<FormattedMessage id={`table.view_column_${type}`} />}
            required
            value={groupId}
            onChange={({ target }) => setChosen(target.value)}
          >
            {possible.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {needsColumn && groupId === undefined && (
          <Notice>
            <FormattedMessage id={`table.${type}_needs`} />
          </Notice>
        )}
        {mayShare && view?.personal !== false && (
          <CheckField checked={personal} onChange={setPersonal}>
            <FormattedMessage id="table.view_personal" />
          </CheckField>
        )}
      </Parts>
    </Modal>
  );
}
