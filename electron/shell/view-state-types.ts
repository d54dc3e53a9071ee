/**
 * JSON types of the view states that windows store, so that one wrong value in the file cannot break the view that reads
 * it. Words are not checked: windows replace those that they do not know, for example those of a later version.
 */

import { z } from 'zod';
import { paperSizes } from '../../shared/domain/paper.ts';

const texts = z.array(z.string());
const textOrNull = z.string().nullable();
const valueList = z.array(textOrNull);

const boardSettings = z.looseObject({
  layout: z.string().optional(),
  by: z.string().optional(),
  lanes: z.string().optional(),
  table: z
    .looseObject({
      columns: texts.optional(),
      sort: z.looseObject({ column: z.string(), descending: z.boolean() }).nullable().optional(),
    })
    .optional(),
  sort: z.string().optional(),
  thenSort: z.string().optional(),
  filters: z
    .object({
      text: z.string().optional(),
      hideDone: z.boolean().optional(),
      except: z.record(z.string(), valueList).optional(),
    })
    .catchall(valueList)
    .optional(),
  folded: texts.optional(),
  unfolded: texts.optional(),
  foldsEmpty: z.boolean().optional(),
});

const queryBoardSettings = z.looseObject({
  text: z.string(),
  show: z.string().default('table'),
  table: z
    .looseObject({
      place: z.string().optional(),
      widths: z.record(z.string(), z.number()).optional(),
      sort: z.looseObject({ column: z.string(), descending: z.boolean() }).nullable().optional(),
    })
    .optional(),
});

const savedView = z.looseObject({
  id: z.string(),
  name: z.string(),
  route: z.string(),
  view: boardSettings.default({}),
  query: queryBoardSettings.optional(),
});

const plannedChange = z.looseObject({ from: textOrNull, to: textOrNull });
const runPlan = z.record(
  z.string(),
  z.looseObject({
    sprintId: plannedChange.optional(),
    assigneeId: plannedChange.optional(),
    place: z
      .looseObject({ sprintId: z.string(), side: z.string(), targetId: textOrNull, label: textOrNull })
      .optional(),
  }),
);
const planDraft = z.looseObject({
  isOn: z.boolean().default(false),
  plan: runPlan.default({}),
  sent: z.record(z.string(), runPlan).optional(),
});

const typesByName: readonly (readonly [name: RegExp, type: z.ZodType])[] = [
  [
    /^(sidebar|cardSplit|editorBar|handStrip|query:open|welcome|backups-hint|told-manual-order|section:.*)$/,
    z.boolean(),
  ],
  [/^(panelWidth|roadmap:pxPerDay|runs:.*:past)$/, z.number()],
  [/^(runs:measure|runs:.*:backlog|milestones:layout|calendar:(scale|of)|roadmap:project|team:order)$/, z.string()],
  [/^(composer:deck|query:edited:.*|tour)$/, textOrNull],
  [/^(copy:props|roadmap:folded|asks:quiet|watching)$/, texts],
  [/^uses$/, z.array(z.looseObject({ key: z.string(), score: z.number(), at: z.number() }))],
  [/^saved$/, z.array(savedView)],
  [/^board:/, boardSettings],
  [/^view:edited:/, boardSettings.nullable()],
  [/^query:draft$/, queryBoardSettings],
  [/^export:paper$/, z.enum(paperSizes)],
  [/^plan$/, planDraft],
  [/^cardTabs$/, z.looseObject({ cards: texts, front: z.number().default(0) })],
];

/** `storedName` is a name from `storedViewStateName`. Every JSON value is right for a name that this version does not know. */
export function typeOfViewState(storedName: string): z.ZodType {
  const name = storedName.replace(/^@[^/]*\//, '');
  return typesByName.find(([pattern]) => pattern.test(name))?.[1] ?? z.unknown();
}
