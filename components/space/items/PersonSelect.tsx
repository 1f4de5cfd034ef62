import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { AntdProvider } from '#components/ui/AntdProvider.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { loadedPage } from '#context/list-error.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useSearchQuery } from '#context/use-search-query.ts';
import { listCreators } from '#services/item.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;

type PersonSelectProps = {
  id: string;
  slug: string;
  value: string | null;
  /** The selected user's name, where it is known. */
  name: string | null;
  placeholder: string;
  onChange: (id: string | null) => void;
};

/** A select for one of the users who created items in a space. Heavy: load it on demand. */
export const PersonSelect = withQueries(function PersonSelect({
  id,
  slug,
  value,
  name,
  placeholder,
  onChange,
}: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const { found, error } = useSearchQuery({
    of: ['space', slug, 'creators'],
    typed,
    pause: PAUSE,
    search: async (q, signal) => loadedPage(await listCreators(slug, q, signal)).data,
  });
  const people = (error ? null : found?.result) ?? [];
  const known = value && name && !people.some((one) => one.id === value) ? [{ id: value, name }] : [];
  const chosen = [...known, ...people].find((one) => one.id === value)?.name;
  return (
    <AntdProvider>
      <Select
        id={id}
        aria-describedby={`${id}-chosen`}
        size="large"
        styles={{ root: { width: '100%' }, content: { opacity: 1 } }}
        allowClear
        placeholder={placeholder}
        value={value}
        loading={found === null && error === null}
        onChange={(chosenId) => onChange(chosenId ?? null)}
        // Inside the dialog: content outside of it is inert while it is open.
        getPopupContainer={(field) => field.parentElement ?? field}
        listHeight={200}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        options={[...(typed ? [] : known), ...people].map((one) => ({ value: one.id, label: one.name }))}
        notFoundContent={
          // aria-activedescendant refers to this id when nothing matches, and a list box requires an option.
          <div role="option" id={`${id}_list_-1`} aria-selected={false} aria-disabled tabIndex={-1}>
            {error?.message ?? (
              <FormattedMessage id={found ? 'item_list.nobody' : 'item_list.people_loading'} />
            )}
          </div>
        }
        suffixIcon={<ChevronDown aria-hidden size={16} strokeWidth={1.75} />}
      />
      <VisuallyHidden id={`${id}-chosen`}>{chosen ?? placeholder}</VisuallyHidden>
    </AntdProvider>
  );
});
