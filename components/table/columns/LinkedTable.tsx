import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { List, Note, Option } from '#components/sharing/person-field-style.ts';
import { TextField } from '#components/ui/Field.tsx';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import { getItem } from '#services/item.ts';
import { search } from '#services/search.ts';
import { listTables } from '#services/table-views.ts';
import { orListError } from '../rows/row-queries.ts';

type FoundTable = { id: string; title: string; spaceName: string | null };

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;
/** Of each kind; more are found by more of their titles. */
const FOUND_MAX = 20;

/** Tables and contact lists of the hub by their titles, those that somebody may change: a link is shown there as well. */
async function findTables(q: string, signal: AbortSignal): Promise<FoundTable[]> {
  if (q === '') return [];
  const pages = await Promise.all(
    ['table', 'contact'].map((kind) => search({ q, kind, page_size: FOUND_MAX }, signal)),
  );
  const found = new Map<string, FoundTable>();
  for (const page of pages)
    for (const { item, space, title } of loadedPage(page).data)
      if (title.includes('<mark>') && item.file_name === null && item.allowed.includes('item.change'))
        found.set(item.id, { id: item.id, title: item.title, spaceName: space.name });
  return [...found.values()];
}

type LinkedTableProps = {
  /** The chosen table; empty for none. */
  value: string;
  error: string | undefined;
  isNew: boolean;
  /** The space whose tables are offered first. */
  slug: string;
  onChange: (id: string) => void;
};

/** The table whose rows a link column links to: one of this space, or any of the hub that is found by its title. */
export function LinkedTable({ value, error, isNew, slug, onChange }: LinkedTableProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<FoundTable | null>(null);
  const { data: near = [], error: listError } = useQuery({
    queryKey: ['tables of', slug],
    queryFn: ({ signal }) => orListError(listTables(slug, signal)),
    enabled: slug !== '',
  });
  const known = value === '' ? null : ([chosen, ...near].find((one) => one?.id === value) ?? null);
  const { data: linked } = useQuery({
    queryKey: ['linked table', value],
    queryFn: async ({ signal }) => (await getItem(value, signal)).data,
    enabled: value !== '' && known === null,
    retry: false,
  });
  const text = typed?.trim() ?? '';
  const far = useSearchQuery({
    of: ['tables of the hub'],
    typed: text,
    pause: PAUSE,
    when: open && text !== '',
    search: findTables,
  });
  const isCurrent = text === '' || (far.found?.text === text && far.error === null);
  const wanted = text.toLocaleLowerCase();
  const own = near.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const others = text !== '' && isCurrent ? (far.found?.result ?? []) : [];
  const options: FoundTable[] = [
    ...own.map(({ id, title }) => ({ id, title, spaceName: null })),
    ...others.filter(({ id }) => !own.some((one) => one.id === id)),
  ];
  const { isListed, active, onTyped, wrapProps, inputProps, listProps, optionProps } =
    useCombobox<FoundTable>({
      open,
      onOpenChange: (next) => {
        setOpen(next);
        if (!next) setTyped(null);
      },
      options,
      onChoose: (table) => {
        setTyped(null);
        setChosen(table);
        onChange(table.id);
      },
      takesText: false,
      opensOnFocus: false,
    });
  const title =
    known?.title ?? linked?.title ?? (value === '' ? '' : intl.formatMessage({ id: 'table.link_this' }));
  const failure = far.error?.message ?? listError?.message;
  const status = failure
    ? failure
    : intl.formatMessage(
        { id: isCurrent ? 'table.link_found' : 'table.filter_loading' },
        { count: options.length },
      );
  return (
    <div {...wrapProps}>
      <TextField
        label={<FormattedMessage id="table.link_table" />}
        required
        disabled={!isNew}
        error={error}
        {...inputProps}
        value={typed ?? title}
        placeholder={intl.formatMessage({ id: 'table.link_find' })}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          setTyped(target.value);
          onTyped();
        }}
      />
      <List {...listProps} aria-label={intl.formatMessage({ id: 'table.link_tables' })}>
        {isListed &&
          options.map((table, at) => (
            <Option key={table.id} {...optionProps(at)} aria-selected={at === active}>
              <bdi>{table.title}</bdi>
              {table.spaceName !== null && <small dir="auto">{table.spaceName}</small>}
            </Option>
          ))}
      </List>
      <Note role="status">{open && status}</Note>
    </div>
  );
}
