/** A card as its file in a living folder, and the steps that carry what changed in the file to the card. */
import {
  type LivingFields,
  type LivingFile,
  livingFileText,
  livingHeadings,
} from '../../../shared/domain/card-folder.ts';
import { suggestedChoices, summaryOf } from '../../../shared/domain/import/choices.ts';
import { escapedFormula } from '../../../shared/domain/import/escape.ts';
import { planImport } from '../../../shared/domain/import/plan.ts';
import { cardItem } from '../../../shared/domain/import/plan-cards.ts';
import { listed, sourceOfTable } from '../../../shared/domain/import/table.ts';
import { mergeList, mergeTexts } from '../../../shared/domain/text-merge.ts';
import type { RowStore, StoredRow } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import { importTargets, sentOfRow, shownCard } from '../import/own-cards.ts';
import { FolderProblem } from './folder-files.ts';

/** The file and the card changed the same lines. */
export class TextClash extends FolderProblem {}

function fieldsOfCard(rows: RowStore, card: StoredRow<'card'>): LivingFields {
  const shown = shownCard(rows, card);
  return {
    Status: shown.status,
    Owner: shown.owner,
    Priority: shown.priority,
    Effort: card.effort === null ? '' : String(card.effort),
    Milestone: shown.milestone,
    Run: shown.run,
    'Due date': card.dueDate ?? '',
    Tags: card.tags.join(', '),
    'Hero card id': shown.parent,
    'Card id': card.cardId,
  };
}

/** Of the card as it is now. `otherLines` are the person's own lines in front of the text. */
export const textOfCard = (rows: RowStore, card: StoredRow<'card'>, otherLines: readonly string[]): string =>
  livingFileText(fieldsOfCard(rows, card), card.tags, card.content, otherLines);

export const saysTheSame = (
  a: Pick<LivingFile, 'content' | 'fields'>,
  b: Pick<LivingFile, 'content' | 'fields'>,
): boolean => a.content === b.content && livingHeadings.every((heading) => a.fields[heading] === b.fields[heading]);

const settable = {
  Status: 'status',
  Owner: 'owner',
  Priority: 'priority',
  Effort: 'effort',
  Milestone: 'milestone',
  Run: 'run',
  'Due date': 'due',
  Tags: 'tags',
} as const;
const columns = ['Text', ...Object.keys(settable), 'Hero card id', 'Card id'];
const roles = ['text', ...Object.values(settable), 'parent', 'id'] as const;

/** What an import does with such a cell. */
const importsWords = /: (?:left as (?:it is|they are) in|not carried to|left out of) cards that exist here$/;

/**
 * What differs between `base`, on which file and card agreed, and `file`, as steps on the card of now.
 * @throws FolderProblem if any of it cannot be carried
 */
export function stepsOfChange(
  rows: RowStore,
  card: StoredRow<'card'>,
  base: LivingFile,
  file: LivingFile,
): readonly ActStep[] {
  const now = fieldsOfCard(rows, card);
  if (base.fields['Card id'] !== '' && file.hasFields && file.fields['Hero card id'] !== base.fields['Hero card id'])
    throw new FolderProblem('Hero cards are chosen in Decktop. Put its line “Hero card id” back as it was.');
  if (mergeTexts(base.content, file.content, card.content).kind === 'clash')
    throw new TextClash('The file and the card changed the same lines. Merge them in the card.');
  const cells = Object.keys(settable).map((name) => {
    const heading = name as keyof typeof settable;
    const written = file.fields[heading];
    // Without its block of fields, a file changes none of them. An empty status changes nothing: every card has one.
    const isKept = !file.hasFields || written === base.fields[heading] || (heading === 'Status' && written === '');
    if (isKept) return now[heading];
    if (heading === 'Due date' && written !== '' && !/^\d{4}-\d\d-\d\d$/.test(written))
      throw new FolderProblem(`Write the due date as 2026-12-31, not as “${written.slice(0, 40)}”.`);
    if (heading === 'Tags') return mergeList(listed(base.fields.Tags), listed(written), listed(now.Tags)).join(', ');
    return written;
  });
  const table = {
    name: '',
    columns,
    rows: [[file.content, ...cells, now['Hero card id'], card.cardId].map(escapedFormula)],
    lines: [1],
    notes: [],
  };
  const source = sourceOfTable(table, { roles, dateOrder: 'day', timezone: 'UTC' });
  const projectId = rows.get('deck', card.deckId ?? '')?.projectId ?? '';
  const labels = rows.find('account', {})[0]?.priorityLabels ?? {};
  const choices = suggestedChoices(summaryOf(source), projectId, rows.find('user', {}), labels);
  // The planner would make zones of the lists, which are the statuses here.
  const lists = Object.fromEntries(
    source.lists.map(({ id }) => [id, { title: '', isIncluded: true, status: 'not_started' as const }]),
  );
  // With the text of the agreement, so that the replica merges what changed since.
  const known = {
    id: card.cardId,
    sent: { ...sentOfRow(card), content: base.content },
    shown: shownCard(rows, card),
  };
  const { batches, losses } = planImport(
    source,
    { ...choices, layout: 'zones', deckId: card.deckId, lists, comments: 'leave' },
    { ...importTargets(rows), known: new Map([[cardItem(card.cardId), known]]), zones: [null] },
  );
  if (losses.length > 0)
    throw new FolderProblem(
      `It cannot be taken as it is: ${losses.map(({ what }) => what.replace(importsWords, '')).join('; ')}. Correct the file.`,
    );
  return batches.flatMap(({ steps }) => steps as readonly ActStep[]);
}
