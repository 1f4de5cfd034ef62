import {
  ClipboardList,
  Contact,
  File,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Play,
  Table2,
} from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { type KindName, kindColor, radius } from '#styles/tokens.ts';

const ICONS: Record<KindName, LucideIcon> = {
  document: FileText,
  table: Table2,
  email: Mail,
  contact: Contact,
  image: Image,
  media: Play,
  general: File,
  folder: Folder,
  form: ClipboardList,
  post: MessagesSquare,
};

const Tile = styled.span<{ $kind: KindName; $size: number }>`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: ${radius('icon')};
  background: ${({ $kind }) => kindColor($kind, 'tint')};
  color: ${({ $kind }) => kindColor($kind, 'icon')};
`;

export const isKind = (kind: string): kind is KindName => Object.hasOwn(ICONS, kind);

type KindIconProps = {
  kind: string;
  size?: number /** Names the kind for screen readers. */;
  labelled?: boolean;
};

/** A kind's icon on its tint; unknown kinds get a general icon. */
export function KindIcon({ kind, size = 36, labelled = false }: KindIconProps) {
  const intl = useIntl();
  const known = isKind(kind) ? kind : 'general';
  const Icon = ICONS[known];
  const label = labelled ? { role: 'img', 'aria-label': intl.formatMessage({ id: `kind.${known}` }) } : {};
  return (
    <Tile $kind={known} $size={size} {...label}>
      <Icon aria-hidden size={Math.round(size / 2)} strokeWidth={1.75} />
    </Tile>
  );
}
