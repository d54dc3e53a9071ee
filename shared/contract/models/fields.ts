/** Types that fields of several models share. */

import { boolean, id, int32, list, nullable, object, oneOf, preview, record, string } from '../type.ts';
import { priorities } from '../values.ts';

export const priority = nullable(oneOf(...priorities));
export const checkboxInfo = preview(list(object({ label: string, checked: boolean })));
export const checkboxStats = object({ total: int32, checked: int32 });
export const zones = preview(nullable(list(nullable(string))));
export const capacities = preview(record(int32, id('user')));
