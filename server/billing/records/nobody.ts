/** The prefix of an owner id that no caller can have: of a customer whose link was undone. */
const NOBODY = 'nobody:';

export const nobodyOf = (providerCustomerId: string): string => `${NOBODY}${providerCustomerId}`;
export const isNobody = (userId: string): boolean => userId.startsWith(NOBODY);
