import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

/** Where parts of a table, as its groups, report that an index is being prepared for their rows. */
const PreparingContext = createContext<(part: string, isPreparing: boolean) => void>(() => undefined);

const Line = styled.p`
  color: ${color('quiet')};
  font-size: 13px;

  &:not(:empty) {
    margin-bottom: ${space(2)};
  }
`;

/** Reports to the table whether an index is being prepared for rows of a part of it. */
export function useReportPreparing(isPreparing: boolean): void {
  const report = use(PreparingContext);
  const part = useId();
  useEffect(() => {
    if (!isPreparing) return;
    report(part, true);
    return () => report(part, false);
  }, [report, part, isPreparing]);
}

type PreparingListsProps = {
  /** The bar of the table shows it already. */
  isShownElsewhere: boolean;
  children: ReactNode;
};

/** Says once above the parts of a table that indexes are being prepared for some of them. */
export function PreparingLists({ isShownElsewhere, children }: PreparingListsProps) {
  const [parts, setParts] = useState<readonly string[]>([]);
  const report = useCallback(
    (part: string, isPreparing: boolean) =>
      setParts((before) => [...before.filter((one) => one !== part), ...(isPreparing ? [part] : [])]),
    [],
  );
  return (
    <PreparingContext value={report}>
      <Line role="status">
        {parts.length > 0 && !isShownElsewhere && <FormattedMessage id="table.preparing" />}
      </Line>
      {children}
    </PreparingContext>
  );
}
