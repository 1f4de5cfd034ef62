import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(12)} ${space(6)};
  border: 1px dashed ${color('frameLine')};
  border-radius: ${radius('card')};
  text-align: center;
`;

const Title = styled.p`
  max-width: 100%;
  font-size: 16px;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Text = styled.p`
  max-width: 420px;
  color: ${color('quiet')};
`;

type EmptyStateProps = {
  title: ReactNode;
  text?: ReactNode /** The button to add something. */;
  action?: ReactNode;
};

/** An empty list: what the list is for, and what to do. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Box>
      <Title>{title}</Title>
      {text && <Text>{text}</Text>}
      {action}
    </Box>
  );
}
