import type { OperationState, OutboxOperation, SyncStatus } from '../../shared/bridge/index.ts';
import type { Failure, SubscriptionPlanFeature } from '../../shared/contract/index.ts';
import { actionByName, isDay, nonNullableTypeOf, type ValueType } from '../../shared/contract/index.ts';
import { titleOfContent } from '../../shared/domain/content.ts';
import { withoutIds } from '../data/bridge.ts';
import { nameOf } from '../data/people.ts';
import type { ValueNameContext } from '../model/card-fields/field.ts';
import { nameOfCardPropertyValue } from '../model/card-fields/index.ts';
import { changeLabel } from '../model/change-labels.ts';
import { dayMonthYearText } from '../ui/dates/day-text.ts';

/** Finds the params of a refused change that the person can edit. The types come from the contract. */
export interface EditableParam {
  readonly name: string;
  readonly type: ReturnType<typeof nonNullableTypeOf>;
  readonly isNullable: boolean;
}

const choosableModels = new Set(['deck', 'milestone', 'sprint', 'user']);
/** These params select the rows or the account that the action changes, so the person cannot edit them. */
const subjectParams = new Set(['id', 'ids', 'entryId', 'cardId', 'resolvableId', 'userId', 'accountId']);

const isSimple = (type: ReturnType<typeof nonNullableTypeOf>) =>
  type.kind === 'id'
    ? choosableModels.has(type.model)
    : ['string', 'int32', 'boolean', 'day', 'enum'].includes(type.kind);

/** Empty if the contract does not know the action. */
export function editableParams({ action, params }: Pick<OutboxOperation, 'action' | 'params'>): EditableParam[] {
  const shape = actionByName(action)?.params;
  if (!shape) return [];
  const types: Readonly<Record<string, ValueType>> = { ...shape.required, ...shape.optional };
  return Object.keys(params).flatMap((name) => {
    const type = types[name];
    if (!type || subjectParams.has(name)) return [];
    const core = nonNullableTypeOf(type);
    return isSimple(core) ? [{ name, type: core, isNullable: type.kind === 'nullable' }] : [];
  });
}

/** The name of the row for an id, "yes" or "no" for a boolean, "none" for a missing value. */
export function fieldValueLabel(field: string, value: unknown, names: ValueNameContext): string {
  if (value === null || value === undefined || value === '') return field === 'assigneeId' ? 'nobody' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (isDay(value)) return dayMonthYearText(value);
  const text = String(value);
  const property = propertyOfParam[field] ?? field;
  return nameOfCardPropertyValue(property, text, names) ?? unloadedLabels[property] ?? text.replaceAll('_', ' ');
}

const unloadedLabels: Readonly<Record<string, string>> = {
  assigneeId: nameOf(undefined),
  deckId: 'another deck',
  milestoneId: 'another milestone',
  parentCardId: 'another hero card',
  sprintId: 'another run',
};
const propertyOfParam: Readonly<Record<string, string>> = { targetDeckId: 'deckId', autoMilestoneId: 'milestoneId' };

export interface OperationChange {
  readonly label: string;
  /** Null if it is not known: rows that are created, lists and long texts. */
  readonly from: string | null;
  readonly to: string;
}

/** In the words of the app, without the rows that it changes. A text is its first line. */
export function changesOfOperation(operation: OutboxOperation, names: ValueNameContext): OperationChange[] {
  const shape = actionByName(operation.action)?.params;
  const types: Readonly<Record<string, ValueType>> = { ...shape?.required, ...shape?.optional };
  return Object.entries(operation.params).flatMap(([name, value]) => {
    const type = types[name] && nonNullableTypeOf(types[name]);
    if (!type || subjectParams.has(name)) return [];
    if (!isSimple(type) && !(type.kind === 'list' && type.of.kind === 'string')) return [];
    // The names of colours and the lines of a text say nothing in a row.
    if (/color$/i.test(name) || (name === 'content' && operation.action.endsWith('/update')))
      return [{ label: changeLabel(name), from: null, to: 'changed' }];
    const text = (of: unknown) =>
      name === 'content' ? titleOfContent(String(of ?? '')) : fieldValueLabel(name, of, names);
    const { before } = operation;
    return [{ label: changeLabel(name), from: name in before ? text(before[name]) : null, to: text(value) }];
  });
}

const causes: Readonly<Record<SubscriptionPlanFeature, string>> = {
  dueDates: 'The plan of this organization does not include due dates.',
  guardians: 'The plan of this organization does not include guardians of decks.',
  capacity: 'The plan of this organization does not include capacity tracking, so capacities stay at 0.',
  beastMode: 'The plan of this organization does not include Beast Mode.',
};
const remedy = 'An admin can add it to the plan; then try again. Otherwise discard the change.';

/** Null if the change needs no feature of the subscription plan. */
function neededFeature({ action, params }: OutboxOperation): SubscriptionPlanFeature | null {
  if (action === 'decks/updateGuardians') return 'guardians';
  if (Object.values(params.userCapacities ?? {}).some((capacity) => capacity > 0)) return 'capacity';
  if (params.dueDate) return 'dueDates';
  const isBeastMode = params.lockIn || params.autoBeastModeDurationHours || params.beastGracePeriodHours;
  return isBeastMode ? 'beastMode' : null;
}

/** With the remedy. Null if the refusal has another cause. */
function subscriptionPlanRefusal(operation: OutboxOperation): string | null {
  const { failure } = operation;
  const feature = failure?.kind === 'rejected' ? neededFeature(operation) : null;
  if (failure?.kind !== 'rejected' || feature === null) return null;
  if (failure.code === 'plan_feature_missing') return `${causes[feature]} ${remedy}`;
  // Some services use another error code; their message then contains the word "plan".
  return /\bplan\b/i.test(failure.message) ? `${failure.message.replace(/\.?$/, '.')} ${remedy}` : null;
}

export const operationStateLabels: Record<OperationState, string> = {
  queued: 'Waiting to be sent',
  sending: 'Sending',
  acknowledged: 'Sent, waiting for confirmation',
  waiting: 'Waiting for another change',
  rejected: 'Refused',
  uncertain: 'Maybe sent',
};

export const needsPersonDecision = ({ state, failure }: Pick<OutboxOperation, 'state' | 'failure'>) =>
  state === 'rejected' || (state === 'uncertain' && failure?.kind === 'conflict');

/** Somebody else changed the same lines of a text, so the person has to choose a version. */
const isTextClash = ({ failure }: Pick<OutboxOperation, 'failure'>) =>
  failure?.kind === 'conflict' && failure.code === 'content_clash';

/** A text conflict and a lost answer have separate labels. */
export const operationStateLabel = (operation: Pick<OutboxOperation, 'state' | 'failure'>) =>
  isTextClash(operation)
    ? 'Both changed it'
    : operation.state === 'uncertain' && !needsPersonDecision(operation)
      ? 'Answer lost'
      : operationStateLabels[operation.state];

export function unfinishedOperationReason(
  operation: OutboxOperation,
  operations: readonly OutboxOperation[],
  sync: SyncStatus | null = null,
): string {
  const { state, failure, waitsFor } = operation;
  if (state === 'waiting') {
    const first = operations.find((other) => waitsFor.includes(other.id));
    return first
      ? `It builds on “${first.label}”, which is not finished yet.`
      : 'It builds on a change that is not finished yet.';
  }
  if (state === 'uncertain')
    return failure?.kind === 'conflict'
      ? `${failure.message} Only you can decide.`
      : 'The answer was lost. The app checks whether it arrived before sending it again.';
  const knownText = missingRowText(operation) ?? subscriptionPlanRefusal(operation);
  if (knownText) return knownText;
  if (isTextClash(operation))
    return 'Somebody else changed the same lines meanwhile. Both texts are kept until you choose.';
  if (operation.upload && failure?.kind === 'offline')
    return `${failure.message} It will be tried again automatically.`;
  if (failure) return operationFailureText(failure);
  if (state === 'acknowledged') return 'It has arrived, and leaves this list after the next sync.';
  if (state !== 'sending') return sendTimeText(sync);
  return sync?.unansweredSince ? 'Sent now, and not answered yet.' : 'Sending now.';
}

/** For changes without a failure. */
function sendTimeText(sync: SyncStatus | null): string {
  if (sync?.phase === 'stopped') return 'It will be sent when the workspace has a valid token.';
  if (sync?.pausedByPerson)
    return sync.phase === 'offline' ? 'It will be sent when you go online.' : 'Sending is paused.';
  if (sync?.phase === 'offline') return 'It will be sent when the connection is back.';
  return sync?.unansweredSince
    ? 'The last request is not answered yet. This is sent after it.'
    : 'It will be sent soon.';
}

/** Its title or first line; null if the operation creates no row. */
export function createdRowTitle({ action, params }: Pick<OutboxOperation, 'action' | 'params'>): string | null {
  if (!/\/(?:create|comment)/.test(action)) return null;
  const text = params.content ?? params.title ?? params.name;
  return typeof text === 'string' ? titleOfContent(text) || null : null;
}

const modelLabels: Readonly<Record<string, string>> = {
  card: 'card',
  deck: 'deck',
  milestone: 'milestone',
  project: 'project',
  sprint: 'run',
  sprintConfig: 'Run Config',
};

/**
 * With the row's title, because the service's message has only its id. Undefined if no row is missing or the title is
 * unknown.
 */
function missingRowText({ failure, touches }: OutboxOperation): string | undefined {
  if (failure?.kind !== 'rejected' || failure.code !== 'not_found') return undefined;
  const missingRow = touches.find(({ id, title }) => title && failure.message.includes(id));
  const kind = missingRow && modelLabels[missingRow.model];
  return kind ? `The ${kind} “${missingRow.title}” no longer exists, or you cannot see it.` : undefined;
}

function operationFailureText(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return failure.answerLost ? 'The connection broke before the answer came.' : 'There is no connection.';
    case 'throttled':
      return `The service asked to wait ${Math.ceil(failure.retryAfter)} seconds.`;
    case 'auth':
      return 'The service no longer accepts the token. Connect again with a new one; nothing waiting is lost.';
    case 'scope':
      return `${failure.message} Try again with a token that has it.`;
    case 'rejected':
    case 'conflict':
    case 'defect':
      return withoutIds(failure.message);
  }
}

export interface OutboxChoice {
  readonly name: 'retry' | 'change' | 'adopt' | 'discard';
  /** For the choice `adopt`, after a lost answer: the row that the person recognizes as created by the operation. */
  readonly rowId?: string;
  readonly label: string;
  readonly effect: string;
}

/** The outbox file keeps an operation that cannot be read until the person discards it. */
const isUnreadable = ({ failure }: OutboxOperation) => failure?.kind === 'conflict' && failure.code === 'unreadable';

/** The row was created on this computer and never gets a service id. */
const changesMissingRow = ({ failure }: OutboxOperation) =>
  failure?.kind === 'conflict' && (failure.code === 'row_discarded' || failure.code === 'row_not_found');

const candidatesOf = ({ failure }: OutboxOperation) => (failure?.kind === 'conflict' ? (failure.candidates ?? []) : []);

/** Empty while the app sends the operation or waits for its confirmation. */
export function outboxChoicesFor(operation: OutboxOperation, operations: readonly OutboxOperation[]): OutboxChoice[] {
  const dependents = operations.filter((other) => other.waitsFor.includes(operation.id)).length;
  const others =
    dependents === 0
      ? ''
      : dependents === 1
        ? ' The change that builds on it stays in the outbox; discard it too.'
        : ` ${dependents} changes that build on it stay in the outbox; discard them too.`;
  if (isTextClash(operation))
    return [
      { name: 'retry', label: 'Use mine', effect: 'Replaces their text on the card with yours.' },
      {
        name: 'discard',
        label: 'Keep theirs',
        effect: `Leaves the card as it is there. Your text is put aside.${others}`,
      },
    ];
  switch (operation.state) {
    case 'sending':
    case 'acknowledged':
      return [];
    case 'queued':
    case 'waiting':
      return [{ name: 'discard', label: 'Withdraw', effect: `It was not sent and is undone here.${others}` }];
    case 'uncertain':
      if (!needsPersonDecision(operation))
        return [
          { name: 'discard', label: 'Leave it', effect: `Stops checking and shows the workspace as it is.${others}` },
        ];
      return [
        {
          name: 'retry',
          label: 'Do it again',
          effect: 'Sends it once more. If it already arrived, it will be there twice.',
        },
        ...candidatesOf(operation).map(
          ({ id, name }): OutboxChoice => ({
            name: 'adopt',
            rowId: id,
            label: `It is “${name}”`,
            effect: `Uses “${name}” as the result of this change. Changes that build on it continue.`,
          }),
        ),
        {
          name: 'discard',
          label: candidatesOf(operation).length > 0 ? 'Leave it' : 'It was done',
          effect: `Does not send it again and shows the workspace as it is.${others}`,
        },
      ];
    case 'rejected':
      if (isUnreadable(operation) && !operation.upload)
        return [{ name: 'discard', label: 'Discard', effect: `Deletes what is stored of it.${others}` }];
      if (changesMissingRow(operation))
        return [
          {
            name: 'discard',
            label: 'Discard',
            effect: `Discards this change; what it changed no longer exists.${others}`,
          },
        ];
      return [
        { name: 'retry', label: 'Try again', effect: 'Sends it unchanged. Useful when the reason is fixed.' },
        ...(operation.failure?.kind !== 'scope' && editableParams(operation).length > 0
          ? [
              {
                name: 'change',
                label: 'Change…',
                effect: 'Sends it with other values. Changes that build on it continue.',
              } as const,
            ]
          : []),
        {
          name: 'discard',
          label: 'Discard',
          effect: `Discards this change and shows the workspace without it.${others}`,
        },
      ];
  }
}
