/** Labels and icons of the kinds of threads. An unknown kind has the icon of a comment, and its own name as label. */
import { CircleSlash, Eye, MessageSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import { Chip } from '../../ui/Chip.tsx';

interface ThreadKind {
  readonly label: string;
  readonly tone: 'danger' | 'warning' | 'plain';
  readonly icon: ReactElement;
}

const icon = <MessageSquare size={12} aria-hidden />;
const threadKinds: Record<string, ThreadKind> = {
  block: { label: 'Block', tone: 'danger', icon: <CircleSlash size={12} aria-hidden /> },
  review: { label: 'Review', tone: 'warning', icon: <Eye size={12} aria-hidden /> },
  comment: { label: 'Comment', tone: 'plain', icon },
};

export const threadKindAppearance = (context: string): ThreadKind =>
  threadKinds[context] ?? { label: context, tone: 'plain', icon };

export function ThreadKindChip({ context }: { context: string }): ReactElement {
  const { label, ...look } = threadKindAppearance(context);
  return <Chip {...look}>{label}</Chip>;
}
