/**
 * Each service has its own form of ids, and a client accepts any text as an id, including its own local ids. The
 * embedded service gives its rows UUIDs of version 4 in lower case, and refuses other forms.
 */
export type IdValidator = (id: string) => boolean;

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const hasEmbeddedServiceIdForm: IdValidator = (id) => uuid4.test(id);

export const embeddedServiceIdForm = 'a UUID of version 4 in lower case';

export const acceptAnyId: IdValidator = () => true;
