import { ArrowLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { RowValues } from '#components/table/row/RowValues.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import { space } from '#styles/tokens.ts';
import { asRow } from './shared-row.ts';
import { type SharedRowsProps, useSharedRowName } from './shared-rows.ts';

const Sheet = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  justify-items: start;
  max-width: 720px;

  h2 {
    margin: 0;
    font-size: 20px;
    overflow-wrap: anywhere;
  }
`;

type SharedRowPageProps = Pick<SharedRowsProps, 'columns' | 'context'> & {
  row: SharedRow | null;
  /** Where the rows are. */
  backTo: string;
};

/** All shown values of a row of a shared view. */
export function SharedRowPage({ row, columns, context, backTo }: SharedRowPageProps) {
  const nameOf = useSharedRowName(columns, context);
  return (
    <Sheet>
      <LinkButton variant="quiet" icon={ArrowLeft} href={backTo} prefetch={false}>
        <FormattedMessage id="table.shared_back" />
      </LinkButton>
      {row ? (
        <>
          <h2 dir="auto">{nameOf(row)}</h2>
          <RowValues itemId="" row={asRow(row)} columns={columns.slice(1)} context={context} />
        </>
      ) : (
        <EmptyState title={<FormattedMessage id="table.requested_row_gone" />} />
      )}
    </Sheet>
  );
}
