import styled from 'styled-components';
import { initials } from '#lib/text/text.ts';
import { color } from '#styles/tokens.ts';
import { colorAt, stableColor } from './stable-color.ts';

const Shape = styled.span<{ $size: number; $square: boolean }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  overflow: hidden;
  border-radius: ${({ $size, $square }) => ($square ? `${Math.round($size * 0.26)}px` : '50%')};
  color: ${color('onFill')};
  font-size: ${({ $size }) => Math.max(10, Math.round($size * 0.4))}px;
  font-weight: 600;
  line-height: 1;
  user-select: none;

  /* Letters are drawn, not text: they are no part of the name of what the avatar stands in. */
  &[data-letters]::before {
    content: attr(data-letters);
  }

  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

type AvatarProps = {
  name: string;
  /** Seed of the colour; the name where there is no id. */
  seed?: string;
  /** The number of another colour that they have here. */
  tint?: number | null | undefined;
  src?: string | null;
  size?: number;
  /** Hubs and spaces are squares with one letter, users circles with initials. */
  square?: boolean;
};

/** A user's, hub's or space's picture, or the first letters of its name. Decorative: the name is beside it. */
export function Avatar({ name, seed, tint, src, size = 32, square = false }: AvatarProps) {
  const letters = square ? initials(name.trim().split(/\s+/u)[0]) : initials(name);
  return (
    <Shape
      $size={size}
      $square={square}
      aria-hidden
      data-letters={src ? undefined : letters || '?'}
      style={{ background: typeof tint === 'number' ? colorAt(tint) : stableColor(seed ?? name) }}
    >
      {
        // biome-ignore lint/performance/noImgElement: the API makes the sizes; Next's optimizer could not read them
        src && <img src={src} alt="" loading="lazy" />
      }
    </Shape>
  );
}
