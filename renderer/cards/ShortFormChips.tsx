import type { ReactElement } from 'react';
import type { QuickAddToken } from '../model/new-cards/quick-add.ts';
import { Chip } from '../ui/Chip.tsx';

interface ShortFormChipsProps {
  readonly tokens: readonly QuickAddToken[];
  /** `quickAddTokenText`, which some windows load late. */
  readonly textOf: (token: QuickAddToken) => string | undefined;
  /** Called when the person removes a chip: its text then is a part of the title. */
  readonly onKeepAsText: (raw: string) => void;
}

export const ShortFormChips = ({ tokens, textOf, onKeepAsText }: ShortFormChipsProps): readonly ReactElement[] =>
  tokens.map((token) => (
    <Chip key={token.raw} removeLabel={`Keep ${token.raw} as text`} onRemove={() => onKeepAsText(token.raw)}>
      {textOf(token)}
    </Chip>
  ));
