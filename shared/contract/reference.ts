/** `npm run docs` writes the page to REFERENCE.md. */
import type { Action } from './action.ts';
import {
  allActions,
  describeType,
  type Model,
  models,
  queryErrorCodes,
  queryOperators,
  type Relation,
  refusalTexts,
  scopesOfToken,
  specialQueryKeys,
  type TokenKind,
  tokenPermissions,
  tokenRefusals,
  type ValueType,
} from './index.ts';
import { embeddedServiceLimits, serviceLimits } from './limits.ts';
import { nonGeneratedContractRules } from './rules.ts';

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(escapeCell).join(' | ')} |`).join('\n');

function markLabels(part: { readonly preview?: true; readonly extension?: true; readonly internal?: true }): string {
  return [part.preview && 'preview', part.extension && 'extension', part.internal && 'internal']
    .filter(Boolean)
    .join(', ');
}

function relationText(relation: Relation): string {
  switch (relation.kind) {
    case 'one':
      return `${relation.model}${relation.orNull ? ' or null' : ''}`;
    case 'listed':
      return relation.queryable ? `${relation.model} list` : `${relation.model} id list (no query)`;
    default:
      return `${relation.model} list`;
  }
}

function modelSection(name: string, model: Model): string {
  const fieldRows = Object.entries(model.fields).map(([field, type]) => [
    `\`${field}\``,
    describeType(type),
    [
      markLabels(type),
      type.scope && `needs ${type.scope}`,
      type.personal && 'own only',
      type.searchable && 'searchable',
    ]
      .filter(Boolean)
      .join(', '),
  ]);
  const relationRows = Object.entries(model.relations).map(([relation, to]) => [
    `\`${relation}\``,
    relationText(to),
    markLabels(to),
  ]);
  return [
    `### ${name}`,
    [
      model.about,
      markLabels(model) && `(${markLabels(model)})`,
      ...Object.entries(model.aliases ?? {}).map(
        ([alias, field]) => `Field lists may say \`${alias}\` for \`${field}\` (extension).`,
      ),
      model.id.length > 0 && `Identity: ${model.id.map((id) => `\`${id}\``).join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
    fieldRows.length > 0 && table(['Field', 'Type', 'Notes'], fieldRows),
    relationRows.length > 0 && table(['Relation', 'To', 'Notes'], relationRows),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const retryTexts = {
  harmless: 'After a lost answer a repeat is harmless.',
  search: 'After a lost answer: search for the effect before a repeat.',
  ask: 'After a lost answer: nothing shows the effect, so a person decides.',
};
const retryText = ({ retry, searchWith }: Action) =>
  searchWith ? `${retryTexts[retry].slice(0, -1)}, but not with ${searchWith.join(' or ')}.` : retryTexts[retry];

function undoText({ undo }: Action): string {
  if (undo === 'always') return 'Can be undone.';
  return 'unless' in undo ? `Can be undone, unless ${undo.unless}.` : `Cannot be undone: ${undo.never}.`;
}

function actionSection(name: string, action: Action): string {
  const rows = (shape: Readonly<Record<string, ValueType>>, required: string) =>
    Object.entries(shape).map(([param, type]) => [
      `\`${param}\``,
      describeType(type),
      [required, action.previewParams?.includes(param) && 'preview'].filter(Boolean).join(', '),
    ]);
  const params = [...rows(action.params.required, 'required'), ...rows(action.params.optional, '')];
  const answer = action.response && Object.entries(action.response.required);
  return [
    `### ${name}`,
    [action.about, markLabels(action) && `(${markLabels(action)})`].filter(Boolean).join(' '),
    `Scope: ${action.scopes.join(' or ')}. ${retryText(action)} ${undoText(action)}`,
    params.length > 0 && table(['Param', 'Type', 'Notes'], params),
    answer
      ? `Answers ${answer.map(([key, type]) => `\`${key}\` (${describeType(type)})`).join(', ')}.`
      : 'Answers no body.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function scopeSection(kind: TokenKind): string {
  let before = new Set<string>();
  const parts = tokenPermissions.map((permission) => {
    const now = scopesOfToken(kind, permission);
    const added = [...now].filter((scope) => !before.has(scope)).sort();
    before = new Set(now);
    return `**${permission}**${permission === 'read' ? '' : ' adds'}: ${added.map((scope) => `\`${scope}\``).join(', ')}.`;
  });
  return [`### ${kind} token`, ...parts].join('\n\n');
}

/** In the order in which the sections first appear in `nonGeneratedContractRules`. */
function ruleSections(): string[] {
  const sections = [...new Set(nonGeneratedContractRules.map(({ section }) => section))];
  return sections.flatMap((section) => [
    `### ${section}`,
    table(
      ['Rule', 'Text'],
      nonGeneratedContractRules.filter((rule) => rule.section === section).map(({ id, text }) => [`\`${id}\``, text]),
    ),
  ]);
}

export function contractReferenceMarkdown(): string {
  const actionsOf = (keep: (action: Action) => boolean) =>
    Object.entries(allActions as Record<string, Action>)
      .filter(([, action]) => keep(action))
      .map(([name, action]) => actionSection(name, action));
  return `${[
    '# The interface',
    'Generated by `npm run docs` from `shared/contract`. `preview` items may change in any release; `extension` items exist in the embedded service only.',
    '## Models',
    ...Object.entries(models).map(([name, model]) => modelSection(name, model)),
    '## Query language',
    `Operators: ${queryOperators.map((op) => `\`${op}\``).join(', ')}. Special keys: ${specialQueryKeys.map((key) => `\`${key}\``).join(', ')}.`,
    '## Actions',
    ...actionsOf((action) => !action.extension),
    '## Local administration',
    ...actionsOf((action) => action.extension === true),
    '## Scopes',
    scopeSection('organization'),
    scopeSection('personal'),
    '## Errors',
    `Query errors (400): ${queryErrorCodes.map((code) => `\`${code}\``).join(', ')}.`,
    table(
      ['Token refusal', 'Status'],
      Object.entries(tokenRefusals).map(([code, { status }]) => [`\`${code}\``, String(status)]),
    ),
    table(
      ['Refused action (400)', 'Meaning'],
      Object.entries(refusalTexts).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    '## Limits',
    table(
      ['Limit', 'Value'],
      Object.entries({ ...serviceLimits, ...embeddedServiceLimits }).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : JSON.stringify(value),
      ]),
    ),
    '## Rules',
    'Comments and conformance checks name these ids. Further ids are `model.<name>` for each model, `operator.<name>` for each operator, `error.<code>` for each query error, and `scope.<name>` and `params.<name>` for each action.',
    ...ruleSections(),
  ].join('\n\n')}\n`;
}
