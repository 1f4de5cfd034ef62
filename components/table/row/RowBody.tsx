import { createContext, type ReactNode, type RefObject, useContext, useEffect } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

const Foot = styled.div`
  position: sticky;
  bottom: 0;
  display: flex;
  gap: ${space(2)};
  margin-top: ${space(5)};
  padding-block: ${space(3)};
  border-top: 1px solid ${color('line')};
  background: ${color('page')};
`;

/** What leaves the form of a row's page, which may ask about unsaved input first. */
export const LeaveRow = createContext<RefObject<(() => void) | null> | null>(null);

type RowBodyProps = { children: ReactNode; footer?: ReactNode; onClose: () => void };

/** The form of a row in its page, whose frame has the title and the way back. */
export function RowBody({ children, footer, onClose }: RowBodyProps) {
  const leave = useContext(LeaveRow);
  useEffect(() => {
    if (!leave) return;
    leave.current = onClose;
    return () => {
      leave.current = null;
    };
  }, [leave, onClose]);
  return (
    <>
      {children}
      {footer && <Foot>{footer}</Foot>}
    </>
  );
}
