import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { color, space } from '#styles/tokens.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { LinkedRow } from './linked-rows.ts';

const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx').then((file) => file.LinkDialog));

const Field = styled.div`
  display: grid;
  gap: ${space(2)};
  justify-items: start;

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }

  strong {
    font-weight: 500;
  }

  em {
    color: ${color('quiet')};
  }
`;

/** The rows that a new row is to link to, by the names of its columns. */
export type ChosenLinks = Readonly<Record<string, readonly LinkedRow[]>>;

type NewRowLinksProps = {
  columns: readonly GridColumn[];
  chosen: ChosenLinks;
  onChoose: (name: string, rows: readonly LinkedRow[]) => void;
};

/** The link columns of a row that is not there yet. */
export function NewRowLinks({ columns, chosen, onChoose }: NewRowLinksProps) {
  const intl = useIntl();
  const [open, setOpen] = useState<GridColumn | null>(null);
  return (
    <>
      {columns.map((column) => (
        <Field key={column.id} role="group" aria-label={column.label}>
          <strong>{column.label}</strong>
          <ul>
            {chosen[column.name]?.map(({ id, title }) => (
              <li key={id} dir="auto">
                {title}
              </li>
            ))}
          </ul>
          <Button
            size="small"
            aria-label={intl.formatMessage({ id: 'table.link_choose' }, { label: column.label })}
            onClick={() => setOpen(column)}
          >
            <FormattedMessage id="table.link_rows" />
          </Button>
        </Field>
      ))}
      {open && (
        <LinkDialog
          label={open.label}
          tableId={open.column.table ?? ''}
          isOne={open.column.multiple === false}
          linked={chosen[open.name] ?? []}
          onSave={(rows) => onChoose(open.name, rows)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
