import { RotateCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { color, space } from '#styles/tokens.ts';
import type { RowStore } from './rows/row-store.ts';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  align-items: center;
  margin: ${space(2)} 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

/** Says that rows could not be read again, whose changes by others are missing, with another try. */
export function OutdatedRows({ stores }: { stores: readonly RowStore[] }) {
  const line = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await Promise.all(stores.map((store) => store.refresh()));
    // Of a list with a failure of its own, nothing is read by itself.
    for (const store of stores) if (store.state().error !== null) store.retry();
    setBusy(false);
  };
  useLayoutEffect(() => {
    const shown = line.current;
    return () => {
      // The button goes with the line: who used it continues with the rows.
      if (shown?.contains(document.activeElement))
        document.querySelector<HTMLElement>('[role="grid"] [data-cell][tabindex="0"], main')?.focus();
    };
  }, []);
  return (
    <Line ref={line}>
      <span role="status">
        <FormattedMessage id="table.outdated" />
      </span>
      <Button size="small" icon={RotateCw} busy={busy} onClick={() => void refresh()}>
        <FormattedMessage id="action.retry" />
      </Button>
    </Line>
  );
}
