import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, space } from '#styles/tokens.ts';

const List = styled.ol`
  display: flex;
  gap: clamp(0px, 0.6%, 4px);
  align-items: flex-end;
  height: 120px;
  margin: 0;
  padding: 0;
  border-bottom: 1px solid ${color('line')};
  list-style: none;

  > li {
    position: relative;
    display: flex;
    flex: 1 1 0;
    align-items: flex-end;
    min-width: 0;
    max-width: 72px;
    height: 100%;

    &:hover {
      background: ${color('hover')};
    }
  }

  i {
    width: 100%;
    border-radius: 3px 3px 0 0;
    background: ${color('primaryFill')};
    /* Paper prints no grounds unless they are asked for. */
    print-color-adjust: exact;
  }
`;

const RangeLabels = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(2)};
  margin-top: -${space(2)};
  color: ${color('quiet')};
  font-size: 12.5px;
`;

export type Column = { key: string; label: string; count: number };

/** Counts with a meaningful order as vertical columns; screen readers and the tooltip give each number. */
export function Columns({ columns, label }: { columns: readonly Column[]; label: string }) {
  const intl = useIntl();
  const most = Math.max(...columns.map(({ count }) => count), 1);
  return (
    <>
      <List aria-label={label}>
        {columns.map(({ key, label: own, count }) => {
          const description = `${own}: ${intl.formatNumber(count)}`;
          return (
            <li key={key} title={description}>
              <VisuallyHidden>{description}</VisuallyHidden>
              <i
                aria-hidden
                style={{ height: `${(count / most) * 100}%`, minHeight: count > 0 ? '2px' : undefined }}
              />
            </li>
          );
        })}
      </List>
      <RangeLabels aria-hidden>
        <span>{columns[0]?.label}</span>
        {columns.length > 1 && <span>{columns.at(-1)?.label}</span>}
      </RangeLabels>
    </>
  );
}
