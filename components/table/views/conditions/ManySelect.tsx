import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AntdProvider } from '#components/ui/AntdProvider.tsx';
import { useSearchQuery } from '#context/use-search-query.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;

export type Choice = { id: string; name: string };

type ManySelectProps = {
  label: string;
  /** Ids; of one alone, at most one. */
  chosen: readonly string[];
  isSingle: boolean;
  /** The names of those that are chosen, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** Offered besides what is found. */
  first?: readonly Choice[];
  of: readonly unknown[];
  search: (text: string, signal: AbortSignal) => Promise<Choice[]>;
  /** Stands for what may not be seen. */
  restricted: string;
  onChange: (ids: string[]) => void;
};

/** A select of some of very many, which the server searches. Heavy: load it on demand. */
export function ManySelect(props: ManySelectProps) {
  const { label, chosen, isSingle, names, first = [], of, search, restricted, onChange } = props;
  const intl = useIntl();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { found, error } = useSearchQuery({ of, typed, pause: PAUSE, search });
  const offered = [...first, ...((error ? null : found?.result) ?? [])];
  const nameOf = (one: string) => offered.find((choice) => choice.id === one)?.name ?? names.get(one);
  const shared = {
    id,
    'aria-label': label,
    placeholder: intl.formatMessage({ id: 'table.filter_find' }),
    size: 'large',
    styles: { root: { width: '100%' }, content: { opacity: 1 } },
    loading: found === null && error === null,
    getPopupContainer: (field: HTMLElement) => field.parentElement ?? field,
    listHeight: 200,
    onOpenChange: setOpen,
    showSearch: { filterOption: false, onSearch: setTyped },
    options: offered.map((one) => ({ value: one.id, label: one.name })),
    labelRender: ({ value }: { value: string | number }) => nameOf(String(value)) ?? restricted,
    notFoundContent: (
      <div role="option" id={`${id}_list_-1`} aria-selected={false} aria-disabled tabIndex={-1}>
        {error?.message ?? (
          <FormattedMessage id={found ? 'table.filter_none_found' : 'table.filter_loading'} />
        )}
      </div>
    ),
    suffixIcon: <ChevronDown aria-hidden size={16} strokeWidth={1.75} />,
  } as const;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    // The select would take Tab as a choice of what is marked, which takes a chosen one away.
    if (event.key === 'Tab') event.stopPropagation();
    // Escape closes the list, and not the dialog around it.
    if (event.key === 'Escape') event.preventDefault();
  };
  return (
    <AntdProvider>
      <div onKeyDownCapture={onKeyDown}>
        {isSingle ? (
          <Select<string | null>
            {...shared}
            value={chosen[0] ?? null}
            onChange={(one) => onChange(one ? [one] : [])}
          />
        ) : (
          <Select<string[]> {...shared} mode="multiple" value={[...chosen]} onChange={onChange} />
        )}
      </div>
    </AntdProvider>
  );
}
