/**
 * Conformance checks and comments refer to a rule by its id. The rules that apply to every model, operator, query error
 * code and action are generated from the contract.
 */
import { actions } from './actions.ts';
import { queryErrorCodes } from './errors.ts';
import { models } from './models.ts';
import { queryOperators } from './query.ts';
import { accessRules } from './rules/access.ts';
import { cardRules } from './rules/cards.ts';
import { planningRules } from './rules/planning.ts';
import { queryRules } from './rules/queries.ts';

export interface ContractRule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
}

/** The rules that are written by hand. `contractRules` also contains the generated rules. */
export const nonGeneratedContractRules: readonly ContractRule[] = [
  queryRules,
  cardRules,
  planningRules,
  accessRules,
].flatMap((part) =>
  Object.entries(part).flatMap(([section, rules]) =>
    Object.entries(rules as Record<string, string>).map(([id, text]) => ({ id, section, text })),
  ),
);

const generatedRules: readonly ContractRule[] = [
  ...Object.entries(models).map(([name, { about }]) => ({
    id: `model.${name}`,
    section: 'Models',
    text: `Every listed field and relation of \`${name}\` can be read and is of its type. ${about}`,
  })),
  ...queryOperators.map((name) => ({
    id: `operator.${name}`,
    section: 'Operators',
    text: `The operator \`${name}\` finds the rows it should.`,
  })),
  ...queryErrorCodes.map((code) => ({
    id: `error.${code}`,
    section: 'Query errors',
    text: `The error \`${code}\` is answered where it belongs.`,
  })),
  ...Object.entries(actions).flatMap(([name, { scopes }]) => [
    {
      id: `scope.${name}`,
      section: 'Scopes of actions',
      text: `\`${name}\` needs ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    },
    {
      id: `params.${name}`,
      section: 'Params',
      text: `\`${name}\` refuses missing and wrong params with a message that names them.`,
    },
  ]),
];

export const contractRules: readonly ContractRule[] = [...nonGeneratedContractRules, ...generatedRules];
const ruleIds = new Set(contractRules.map(({ id }) => id));
export const isContractRuleId = (id: string): boolean => ruleIds.has(id);
