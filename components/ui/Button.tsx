import { LoaderCircle, type LucideIcon } from 'lucide-react';
import NextLink from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { HIDDEN } from '#styles/hidden.ts';
import { below, CONTROL, color, MOTION, radius, space } from '#styles/tokens.ts';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger' | 'link';
export type ButtonSize = keyof typeof CONTROL;

type Look = { $variant: ButtonVariant; $size: ButtonSize; $block: boolean; $collapses: boolean };

const VARIANTS: Record<ButtonVariant, ReturnType<typeof css>> = {
  primary: css`
    background: ${color('primaryFill')};
    color: ${color('onFill')};

    &:hover:not(:disabled, [aria-disabled='true']) {
      background: ${color('primaryFillHover')};
    }
  `,
  plain: css`
    border-color: ${color('line')};
    background: ${color('surface')};
    color: ${color('text')};

    &:hover:not(:disabled, [aria-disabled='true']) {
      background: ${color('hover')};
    }
  `,
  quiet: css`
    background: transparent;
    color: ${color('quiet')};

    &:hover:not(:disabled, [aria-disabled='true']) {
      background: ${color('hover')};
      color: ${color('text')};
    }
  `,
  danger: css`
    background: ${color('errorFill')};
    color: ${color('onFill')};

    &:hover:not(:disabled, [aria-disabled='true']) {
      filter: brightness(0.92);
    }
  `,
  link: css`
    height: auto;
    min-height: 24px;
    padding: 0;
    background: none;
    color: ${color('primaryText')};
    overflow-wrap: anywhere;
    text-align: start;
    white-space: normal;

    &:hover:not(:disabled, [aria-disabled='true']) {
      text-decoration: underline;
    }
  `,
};

const look = css<Look>`
  position: relative;
  display: ${({ $block }) => ($block ? 'flex' : 'inline-flex')};
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  width: ${({ $block }) => ($block ? '100%' : 'auto')};
  height: ${({ $size }) => CONTROL[$size]}px;
  padding: 0 ${({ $size }) => ($size === 'small' ? space(3) : space(4))};
  border: 1px solid transparent;
  border-radius: ${radius('control')};
  font-size: ${({ $size }) => ($size === 'small' ? '13px' : '14px')};
  font-weight: 500;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background ${MOTION},
    color ${MOTION};

  &:hover {
    text-decoration: none;
  }

  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.6;
  }

  > svg {
    flex: none;
  }

  ${({ $variant }) => VARIANTS[$variant]}

  @media print {
    display: none;
  }

  ${({ $collapses }) =>
    $collapses &&
    css`
      ${below('lg')} {
        width: ${CONTROL.large}px;
        height: ${CONTROL.large}px;
        padding: 0;

        > span {
          ${HIDDEN}
        }
      }
    `}
`;

const NativeButton = styled.button<Look>`
  ${look}
`;
const AnchorButton = styled(NextLink)<Look>`
  ${look}
`;

const turn = keyframes`
  to { transform: rotate(360deg); }
`;
const Spinner = styled(LoaderCircle)`
  animation: ${turn} 0.8s linear infinite;
`;

type Appearance = {
  variant?: ButtonVariant;
  /** 40 px in bars (medium), 44 in forms (large), 32 in rows (small). */
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Fills the width of its container. */
  block?: boolean;
  /** Only the icon on narrow screens; the label stays for screen readers. */
  collapses?: boolean;
  children: ReactNode;
};

const appearance = ({
  variant = 'plain',
  size = 'medium',
  block = false,
  collapses = false,
}: Appearance) => ({
  $variant: variant,
  $size: size,
  $block: block,
  $collapses: collapses,
});

type ButtonProps = Appearance & {
  /** An action is in progress: shows this immediately and ignores further clicks. */
  busy?: boolean;
} & Omit<ComponentProps<'button'>, keyof Appearance>;

export function Button({
  variant,
  size,
  icon: Icon,
  block,
  collapses,
  busy = false,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const Shown = busy ? Spinner : Icon;
  return (
    <NativeButton
      {...appearance({ variant, size, block, collapses, children })}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {Shown && <Shown aria-hidden size={size === 'small' ? 15 : 17} strokeWidth={1.75} />}
      <span>{children}</span>
    </NativeButton>
  );
}

type LinkButtonProps = Appearance & Omit<ComponentProps<typeof NextLink>, keyof Appearance>;

/** A link that looks like a button: for navigation, not for actions. */
export function LinkButton({
  variant,
  size,
  icon: Icon,
  block,
  collapses,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <AnchorButton {...appearance({ variant, size, block, collapses, children })} {...rest}>
      {Icon && <Icon aria-hidden size={size === 'small' ? 15 : 17} strokeWidth={1.75} />}
      <span>{children}</span>
    </AnchorButton>
  );
}

const SquareButton = styled.button<{ $size: ButtonSize }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${({ $size }) => CONTROL[$size]}px;
  height: ${({ $size }) => CONTROL[$size]}px;
  padding: 0;
  border: 0;
  border-radius: ${radius('control')};
  background: transparent;
  color: ${color('quiet')};
  transition:
    background ${MOTION},
    color ${MOTION};

  &:hover:not(:disabled) {
    background: ${color('hover')};
    color: ${color('text')};
  }

  @media print {
    display: none;
  }
`;

type IconButtonProps = {
  icon: LucideIcon;
  /** Its accessible name, also shown on hover. */
  label: string;
  size?: ButtonSize;
} & Omit<ComponentProps<'button'>, 'children'>;

export function IconButton({
  icon: Icon,
  label,
  size = 'medium',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <SquareButton $size={size} type={type} aria-label={label} title={label} {...rest}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </SquareButton>
  );
}
