import { ClipboardPaste, FileUp, type LucideIcon, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { setPendingImportFile } from '#components/table/import/pending-import-file.ts';
import { Field, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { FormDialog } from '#components/ui/FormDialog.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { SideList, Sides } from '#components/ui/side-list.ts';
import { useForm } from '#components/ui/use-form.ts';
import { createItemRequest, type Item } from '#lib/contract/item.ts';
import {
  TABLE_TEMPLATE_NAMES,
  TABLE_TEMPLATES,
  type TableTemplateName,
} from '#lib/templates/tables/index.ts';
import { createItem } from '#services/item.ts';
import { below, color, space } from '#styles/tokens.ts';
import { TablePreview } from './TablePreview.tsx';

const STARTS = ['empty', 'file', 'pasted'] as const;
type Start = (typeof STARTS)[number] | TableTemplateName;

const START_ICONS: Record<(typeof STARTS)[number], LucideIcon> = {
  empty: Table2,
  file: FileUp,
  pasted: ClipboardPaste,
};

/** All choices are seen at once: beside each other on a phone. */
const Starts = styled(SideList)`
  max-height: none;
  overflow: visible;

  button {
    min-height: 40px;
  }

  ${below('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    max-height: none;

    button {
      min-height: 44px;
    }
  }
`;

const Choice = styled.span`
  display: flex;
  gap: ${space(2)};
  align-items: center;

  > svg {
    flex: none;
    color: ${color('quiet')};
  }
`;

const Heading = styled.li`
  grid-column: 1 / -1;
  padding: ${space(3)} ${space(3)} ${space(1)};
  color: ${color('quiet')};
  font-size: 13px;
`;

const Detail = styled.div`
  display: grid;
  gap: ${space(4)};
  align-content: start;
  min-width: 0;
`;

type NewTableProps = {
  slug: string;
  parent: string | null;
  onClose: () => void;
  onCreated: (item: Item) => void;
};

/** A new table: empty, with the columns and views of a template, or for a file or cells of a spreadsheet. */
export function NewTable({ slug, parent, onClose, onCreated }: NewTableProps) {
  const intl = useIntl();
  const [start, setStart] = useState<Start>('empty');
  const [file, setFile] = useState<File | null>(null);
  const template = TABLE_TEMPLATE_NAMES.find((one) => one === start);
  const form = useForm({
    initial: { title: '', cells: '', file: '' },
    check: ({ title, cells }) => ({
      ...fieldProblems(createItemRequest, { kind: 'table', title }),
      ...(start === 'pasted' && cells.trim() === ''
        ? { cells: intl.formatMessage({ id: 'table.pasted_first' }) }
        : {}),
      ...(start === 'file' && !file ? { file: intl.formatMessage({ id: 'table.import_choose_first' }) } : {}),
    }),
    send: async ({ title, cells }) => {
      const request = { kind: 'table', title, parent } as const;
      const { title: _, ...content } = template ? TABLE_TEMPLATES[template] : { title: '' };
      const { data } = await createItem(slug, template ? { ...request, content } : request);
      if (start === 'file' && file) setPendingImportFile(data.id, file);
      if (start === 'pasted') setPendingImportFile(data.id, new File([cells], `${title}.tsv`));
      onCreated(data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  /** The names that the choices give: one that somebody typed stays. */
  const choose = (next: Start) => {
    const { title } = form.values;
    const proposed = template ? TABLE_TEMPLATES[template].title : '';
    const chosen = TABLE_TEMPLATE_NAMES.find((one) => one === next);
    if (title.trim() === proposed) form.set('title', chosen ? TABLE_TEMPLATES[chosen].title : '');
    setStart(next);
  };
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    form.set('file', chosen?.name ?? '');
    if (chosen && form.values.title.trim() === '') form.set('title', chosen.name.replace(/\.[^.]+$/, ''));
  };
  const option = (one: Start, label: ReactNode, Icon?: LucideIcon) => (
    <li key={one}>
      <button type="button" aria-current={one === start || undefined} onClick={() => choose(one)}>
        <Choice>
          {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} />}
          {label}
        </Choice>
      </button>
    </li>
  );

  return (
    <FormDialog
      form={form}
      width={760}
      title={<FormattedMessage id="table.new_table" />}
      submit={<FormattedMessage id="table.new_create" />}
      onClose={onClose}
    >
      <TextField
        {...form.bind('title')}
        label={<FormattedMessage id="table.new_name" />}
        required
        dir="auto"
        autoFocus
        autoComplete="off"
      />
      <Sides>
        <Starts aria-label={intl.formatMessage({ id: 'table.start' })}>
          {STARTS.map((one) => option(one, <FormattedMessage id={`table.start_${one}`} />, START_ICONS[one]))}
          <Heading>
            <FormattedMessage id="table.start_templates" />
          </Heading>
          {TABLE_TEMPLATE_NAMES.map((one) => option(one, TABLE_TEMPLATES[one].title))}
        </Starts>
        <Detail>
          <p>
            <FormattedMessage id={`table.start_${start}_text`} />
          </p>
          {start === 'file' && (
            <Field label={<FormattedMessage id="table.import_file" />} error={form.errors.file} required>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  accept=".csv,.tsv,.txt,.xlsx,.record,text/csv"
                  onChange={({ target }) => chooseFile(target.files?.[0] ?? null)}
                />
              )}
            </Field>
          )}
          {start === 'pasted' && (
            <TextAreaField
              {...form.bind('cells')}
              label={<FormattedMessage id="table.pasted" />}
              required
              rows={8}
              dir="auto"
              spellCheck={false}
            />
          )}
          {template && <TablePreview template={TABLE_TEMPLATES[template]} />}
        </Detail>
      </Sides>
    </FormDialog>
  );
}
