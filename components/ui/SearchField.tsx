import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { CONTROL, color, space } from '#styles/tokens.ts';
import { Input } from './control.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Row = styled.div`
  position: relative;
  width: 100%;

  > svg {
    position: absolute;
    top: 50%;
    left: ${space(3)};
    color: ${color('quiet')};
    pointer-events: none;
    transform: translateY(-50%);
  }

  > input {
    min-height: ${CONTROL.medium}px;
    padding-left: 38px;
    background: ${color('page')};
  }

  > input::-webkit-search-cancel-button {
    opacity: 0.6;
  }
`;

const Aside = styled.span`
  position: absolute;
  top: 50%;
  right: ${space(3)};
  transform: translateY(-50%);
  pointer-events: none;
`;

type SearchFieldProps = {
  /** Its accessible name; also the placeholder. */ label: string;
  aside?: ReactNode;
} & Omit<ComponentProps<'input'>, 'type' | 'children'>;

/** A search field; it must be inside a form that works without a script. */
export function SearchField({ label, aside, id, ...rest }: SearchFieldProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <Row>
      <VisuallyHidden as="label" htmlFor={inputId}>
        {label}
      </VisuallyHidden>
      <Search aria-hidden size={17} strokeWidth={1.75} />
      <Input {...rest} id={inputId} type="search" placeholder={label} autoComplete="off" />
      {aside && <Aside aria-hidden>{aside}</Aside>}
    </Row>
  );
}

/** A key of the keyboard. */
export const KeyboardKey = styled.kbd`
  display: inline-block;
  min-width: 20px;
  padding: 0 5px;
  border: 1px solid ${color('line')};
  border-radius: 5px;
  background: ${color('surface')};
  color: ${color('quiet')};
  font: inherit;
  font-size: 12px;
  line-height: 18px;
  text-align: center;
`;
