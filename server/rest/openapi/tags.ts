/** The API's parts, in the order in which a reader meets them. */
export const tags: { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Signing in',
    description: 'Sessions of people, and the keys that verify signed answers.',
    paths: /\/auth\/|jwks/,
  },
  {
    name: 'Buying',
    description: 'A signed-in user buys, sees the subscription, and opens the portal.',
    paths: /\/payments\/(checkout|subscription|portal|plans)$/,
  },
  {
    name: 'Access and records',
    description: 'What a user may use, online or as a signed token, and what they have bought.',
    paths: /\/payments\/(access|subscriptions|history)$/,
  },
  {
    name: 'Changing a plan',
    description: 'What a change would cost, and the change.',
    paths: /\/payments\/change(\/|$)/,
  },
  {
    name: 'For services',
    description: 'The feed of changes, and tokens for pages of other apps; with a service key.',
    paths: /\/payments\/(changes|embed-token)$/,
  },
  { name: 'Webhooks', description: "The provider's signed events.", paths: /\/webhooks\// },
  { name: 'Operations', description: 'For probes.', paths: /\/health/ },
];

/** Throws for a path that has no part. */
export function tagOf(path: string): string {
  const found = tags.find(({ paths }) => paths.test(path));
  if (!found) throw new Error(`${path} has no tag`);
  return found.name;
}
