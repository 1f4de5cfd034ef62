import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { space } from '#styles/tokens.ts';

const List = styled.ul`
  display: grid;
  margin: ${space(3)} 0;
  padding: 0;
  list-style: none;
  max-height: 45vh;
  overflow-y: auto;

  label {
    display: flex;
    gap: ${space(3)};
    align-items: center;
    min-height: 40px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  li {
    content-visibility: auto;
    contain-intrinsic-size: auto 40px;
  }

  input {
    flex: none;
    width: 18px;
    height: 18px;
  }
`;

const Acts = styled.div`
  display: flex;
  gap: ${space(2)};
`;

type ColumnsDialogProps = {
  fields: readonly FieldDefinition[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  onClose: () => void;
};

/** Lets the user choose the fields that are columns. */
export function ColumnsDialog({ fields, chosen, onChange, onClose }: ColumnsDialogProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const term = typed.trim().toLowerCase();
  const found = fields.filter(({ label }) => label.toLowerCase().includes(term));
  const choose = (ids: ReadonlySet<string>) =>
    onChange(fields.map(({ id }) => id).filter((id) => ids.has(id)));
  const toggle = (id: string, is: boolean) => {
    const ids = new Set(chosen);
    if (is) ids.add(id);
    else ids.delete(id);
    choose(ids);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="submissions.columns_title" />}
      width={460}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="submissions.columns_done" />
        </Button>
      }
    >
      <SearchField
        label={intl.formatMessage({ id: 'submissions.columns_find' })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <List>
        {found.map(({ id, label }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) => toggle(id, target.checked)}
              />
              <bdi>{label}</bdi>
            </label>
          </li>
        ))}
      </List>
      <Acts>
        <Button size="small" onClick={() => choose(new Set(fields.map(({ id }) => id)))}>
          <FormattedMessage id="submissions.columns_all" />
        </Button>
        <Button size="small" onClick={() => choose(new Set())}>
          <FormattedMessage id="submissions.columns_none" />
        </Button>
      </Acts>
    </Modal>
  );
}
