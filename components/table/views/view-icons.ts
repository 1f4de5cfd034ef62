import { Calendar, GalleryVertical, LayoutGrid, List, type LucideIcon, SquareKanban } from 'lucide-react';
import type { View } from '#lib/contract/table-views.ts';

/** The icon of each type of view. */
export const VIEW_ICONS: Record<View['type'], LucideIcon> = {
  grid: LayoutGrid,
  list: List,
  gallery: GalleryVertical,
  board: SquareKanban,
  calendar: Calendar,
};
