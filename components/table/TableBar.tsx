import { EllipsisVertical, Plus, Redo2, Undo2 } from 'lucide-react';
import { type ComponentProps, type FormEvent, type MouseEvent, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { Item } from '#lib/contract/item.ts';
import { below, color, space } from '#styles/tokens.ts';
import type { TableChanges } from './changes/use-table-changes.tsx';
import type { EntryIcons } from './entry-icons.ts';
import type { TableControl } from './rows/use-table.ts';
import type { TableDialog } from './table-dialog.ts';
import { useFormOfTable } from './use-form-of-table.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(3)};

  > form {
    flex: 1 1 140px;
    max-width: 320px;

    ${below('md')} {
      flex-basis: 100%;
      max-width: none;
    }
  }

  > p {
    flex: 1;
    min-width: max-content;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

const Steps = styled.span`
  display: inline-flex;

  button:disabled {
    opacity: 0.4;
  }
`;

type TableBarProps = {
  item: Item;
  table: Pick<TableControl, 'query' | 'look' | 'count' | 'isPreparing' | 'isFormer' | 'loading'>;
  changes: Pick<TableChanges, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;
  /** What the menu offers besides. */
  entries: readonly MenuEntry[];
  mayChange: boolean;
  /** Finds a text in the rows; null where they are not shown as a grid. */
  onFind: (() => void) | null;
  /** The rows are shown as a grid, which has keys. */
  isGrid: boolean;
  onOpen: (dialog: TableDialog) => void;
};

/** The icons of the menu: null until their code is there. */
function useEntryIcons(): EntryIcons | null {
  const [icons, setIcons] = useState<EntryIcons | null>(null);
  useEffect(() => {
    // Without a network the entries have none.
    import('./entry-icons.ts').then(
      (loaded) => setIcons(loaded.ENTRY_ICONS),
      () => undefined,
    );
  }, []);
  return icons;
}

/** The entries of a table's menu. */
function tableEntries(
  { item, entries, mayChange, onFind, isGrid, onOpen }: Omit<TableBarProps, 'table' | 'changes'>,
  icons: EntryIcons | null,
  makeForm: () => Promise<void>,
): MenuEntry[] {
  const entryOf = (
    name: keyof EntryIcons,
    id: ComponentProps<typeof FormattedMessage>['id'],
    onSelect: () => void,
  ): MenuEntry => ({ ...(icons && { icon: icons[name] }), label: <FormattedMessage id={id} />, onSelect });
  const changing = (): MenuEntry[] => [
    {
      icon: Plus,
      label: <FormattedMessage id="table.add_column" />,
      onSelect: () => onOpen({ dialog: 'column', column: null }),
    },
    entryOf('import', 'table.import', () => onOpen({ dialog: 'import' })),
    entryOf('imports', 'table.imports', () => onOpen({ dialog: 'imports' })),
    entryOf('form', 'table.make_form', () => void makeForm()),
    entryOf('deleted', 'table.take_back', () => onOpen({ dialog: 'deleted rows' })),
  ];
  return [
    ...(onFind ? [entryOf('find', 'table.find', onFind)] : []),
    ...(mayChange ? changing() : []),
    ...(item.allowed.includes('item.download')
      ? [entryOf('export', 'table.export', () => onOpen({ dialog: 'export' }))]
      : []),
    ...(isGrid ? [entryOf('keys', 'shortcuts.title', () => onOpen({ dialog: 'shortcuts' }))] : []),
    ...entries,
  ];
}

/** A button that has nothing more to undo, or to do again, leaves the focus to the other one. */
const stepBy =
  (step: () => void) =>
  ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    step();
    const other = button.nextElementSibling ?? button.previousElementSibling;
    requestAnimationFrame(() => {
      if (button.disabled && other instanceof HTMLElement) other.focus();
    });
  };

/** The bar above a table's rows: search, number of rows, and actions. */
export function TableBar({
  item,
  table,
  changes,
  entries: others,
  mayChange,
  onFind,
  isGrid,
  onOpen,
}: TableBarProps) {
  'use no memo'; // Lighter than what it would save.
  const intl = useIntl();
  const makeForm = useFormOfTable(item);
  const icons = useEntryIcons();
  const entries = tableEntries({ item, entries: others, mayChange, onFind, isGrid, onOpen }, icons, makeForm);

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    table.look({ q: typeof q === 'string' ? q.trim() : '' });
  };

  return (
    <Bar>
      <form onSubmit={search}>
        <SearchField
          name="q"
          label={intl.formatMessage({ id: 'table.search' })}
          onChange={(event) => {
            if (event.target.value === '' && table.query.q !== '') table.look({ q: '' });
          }}
        />
      </form>
      <p role="status">
        {table.isFormer && table.loading && <FormattedMessage id="table.filter_loading" />}
        {table.count !== null && <FormattedMessage id="table.count" values={{ count: table.count }} />}
        {table.isPreparing && (
          <span>
            {table.count !== null && ' · '}
            <FormattedMessage id="table.preparing" />
          </span>
        )}
      </p>
      {mayChange && (
        <Steps>
          <IconButton
            icon={Undo2}
            disabled={!changes.canUndo}
            label={intl.formatMessage({ id: 'table.undo' })}
            onClick={stepBy(changes.undo)}
          />
          <IconButton
            icon={Redo2}
            disabled={!changes.canRedo}
            label={intl.formatMessage({ id: 'table.redo' })}
            onClick={stepBy(changes.redo)}
          />
        </Steps>
      )}
      {entries.length > 0 && (
        <Menu entries={entries} align="end">
          {(trigger) => (
            <IconButton
              {...trigger}
              icon={EllipsisVertical}
              label={intl.formatMessage({ id: 'table.acts' })}
            />
          )}
        </Menu>
      )}
      {mayChange && (
        <Button icon={Plus} variant="primary" onClick={() => onOpen({ dialog: 'row', row: null })}>
          <FormattedMessage id="table.add_row" />
        </Button>
      )}
    </Bar>
  );
}
