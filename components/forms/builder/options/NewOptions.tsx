import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { OptionSource } from '#lib/contract/form-settings.ts';
import type { Option } from '#lib/fields/definition.ts';
import { listColumns } from '#services/table.ts';
import { findOptions, newOptions, ROWS } from './options-from-table.ts';

/** How long what stands in a table is not asked for again, in milliseconds. */
const FRESH_MS = 60_000;

type NewOptionsProps = {
  source: OptionSource;
  options: readonly Option[];
  onTake: (options: Option[]) => void;
};

/** Says how many values a table has by now that the choice does not, and takes them; nothing where the table can't be read. */
export const NewOptions = withQueries(function NewOptions({ source, options, onTake }: NewOptionsProps) {
  const [isHidden, setHidden] = useState(false);
  const { data } = useQuery({
    queryKey: ['options of', source.table, source.column, 'now'],
    queryFn: async ({ signal }) => {
      const columns = await listColumns(source.table, signal);
      return findOptions(source.table, columns, source.column ?? ROWS, signal);
    },
    retry: false,
    staleTime: FRESH_MS,
  });
  const added = data ? newOptions(data, options) : [];
  if (isHidden || added.length === 0) return null;
  return (
    <Notice tone="info">
      <FormattedMessage id="builder.options_new" values={{ count: added.length }} />{' '}
      <Button size="small" onClick={() => onTake([...options, ...added])}>
        <FormattedMessage id="builder.options_update" values={{ count: added.length }} />
      </Button>{' '}
      <Button size="small" variant="quiet" onClick={() => setHidden(true)}>
        <FormattedMessage id="builder.options_later" />
      </Button>
    </Notice>
  );
});
