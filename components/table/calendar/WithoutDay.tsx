import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Without } from './calendar-style.ts';
import type { useMonthRows } from './use-month-rows.ts';

type WithoutDayProps = {
  /** The name of the column of the days. */
  label: string;
  without: ReturnType<typeof useMonthRows>['without'];
  /** The entries of the rows that are loaded. */
  children: ReactNode;
};

/** Rows without a day below the month: the first of them, how many there are, and a way to more. */
export function WithoutDay({ label, without, children }: WithoutDayProps) {
  const { rows, total, hasMore, isLoadingMore, loadMore } = without;
  if (rows.length === 0) return null;
  return (
    <Without>
      <h3>
        <FormattedMessage id="table.calendar_without" values={{ label }} />
      </h3>
      <ul>{children}</ul>
      {hasMore && (
        <div className="more">
          <p role="status">
            {total === null ? (
              <FormattedMessage id="table.calendar_without_first" values={{ count: rows.length }} />
            ) : (
              <FormattedMessage id="table.calendar_without_of" values={{ count: rows.length, total }} />
            )}
          </p>
          <Button busy={isLoadingMore} onClick={loadMore}>
            <FormattedMessage id="table.more" />
          </Button>
        </div>
      )}
    </Without>
  );
}
