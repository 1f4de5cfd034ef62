import styled, { css } from 'styled-components';
import { below, color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';

/** The form's own corners and letters, where its theme has any. */
export const formRadius = `var(--form-radius, ${radius('control')})`;
export const formFontSize = 'var(--form-font-size, 16px)';

/** The ground of the whole page, in the form's colours. */
export const Ground = styled.div<{ $isEmbedded: boolean }>`
  display: flex;
  flex-direction: column;
  min-height: ${({ $isEmbedded }) => ($isEmbedded ? 'auto' : '100dvh')};
  background: ${color('page')};
  color: ${color('text')};
  font-size: ${formFontSize};
  line-height: 1.55;

  ${below('sm')} {
    background: ${({ $isEmbedded }) => ($isEmbedded ? color('page') : color('surface'))};
  }

  /* Shown where no script runs, or once it does. */
  [data-later],
  [data-noscript] {
    display: none;
  }
`;

export const Column = styled.div<{ $isEmbedded: boolean }>`
  width: 100%;
  max-width: ${({ $isEmbedded }) => ($isEmbedded ? 'none' : '736px')};
  margin: 0 auto;
  padding: ${({ $isEmbedded }) => ($isEmbedded ? '0' : `${space(12)} ${space(6)} ${space(8)}`)};

  ${below('sm')} {
    padding: 0;
  }
`;

export const Card = styled.div<{ $isEmbedded?: boolean }>`
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: calc(${formRadius} + 6px);
  background: ${color('surface')};
  box-shadow: ${({ $isEmbedded }) => ($isEmbedded ? 'none' : SHADOW.card)};

  ${below('sm')} {
    border-width: ${({ $isEmbedded }) => ($isEmbedded ? '1px' : '0')};
    border-radius: ${({ $isEmbedded }) => ($isEmbedded ? `calc(${formRadius} + 6px)` : '0')};
    box-shadow: none;
  }
`;

export const Inside = styled.div`
  padding: ${space(10)} ${space(12)} ${space(10)};

  ${below('sm')} {
    padding: ${space(6)} ${space(5)} ${space(8)};
  }
`;

const button = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: 48px;
  padding: 0 ${space(6)};
  border: 1px solid transparent;
  border-radius: ${formRadius};
  font-size: 15px;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
  transition: background ${MOTION};

  &[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }

  &:hover {
    text-decoration: none;
  }
`;

export const PrimaryButton = styled.button`
  ${button}
  background: ${color('primaryFill')};
  color: ${color('onFill')};

  &:hover {
    background: ${color('primaryFillHover')};
  }
`;

export const PlainButton = styled.button`
  ${button}
  border-color: ${color('frameLine')};
  background: ${color('surface')};
  color: ${color('text')};
  font-weight: 500;

  &:hover {
    background: ${color('hover')};
  }
`;

/** A small act beside the form. */
export const QuietButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 32px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius('chip')};
  background: none;
  color: ${color('quiet')};
  font-size: 13px;
  font-weight: 500;

  &:hover {
    color: ${color('text')};
    text-decoration: underline;
  }
`;

/** Acts side by side, one under the other on phones. */
export const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  margin-top: ${space(8)};

  ${below('sm')} {
    flex-direction: column-reverse;

    > * {
      width: 100%;
    }
  }
`;

export const Title = styled.h1`
  font-size: clamp(26px, 4.4vw, 34px);
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
  text-wrap: balance;
`;

export const Lead = styled.div`
  margin-top: ${space(3)};
  color: ${color('quiet')};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const TONES = {
  info: css`
    background: ${color('infoTint')};
    color: ${color('info')};
  `,
  success: css`
    background: ${color('successTint')};
    color: ${color('success')};
  `,
  warning: css`
    background: ${color('warningTint')};
    color: ${color('warning')};
  `,
  error: css`
    background: ${color('errorTint')};
    color: ${color('error')};
  `,
};

/** Something to know about the whole form. */
export const Note = styled.div<{ $tone?: keyof typeof TONES }>`
  ${({ $tone = 'info' }) => TONES[$tone]}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${formRadius};
  font-size: 14px;
  overflow-wrap: anywhere;

  strong {
    display: block;
    font-weight: 600;
  }

  button {
    min-height: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-size: 14px;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;
