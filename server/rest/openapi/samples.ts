import { curlOf, type Examples } from './examples.ts';
import type { Operation } from './operation.ts';

/** The methods of `subscription-payments-client`, by operation: of one person's calls, or of the client. */
const personMethods: Record<string, string> = {
  startCheckout: 'checkout',
  currentSubscription: 'subscription',
  openPortal: 'portal',
  currentAccess: 'access',
  listSubscriptions: 'subscriptions',
  listPayments: 'history',
  grantEmbedToken: 'embedToken',
  previewChange: 'preview',
  changeSubscription: 'change',
};
const clientCalls: Record<string, string> = {
  listPlans: 'console.log(await billing.plans());',
  listChanges: 'for await (const { changes, cursor } of billing.feed()) console.log(changes, cursor);',
};

export interface Sample {
  lang: string;
  source: string;
}

/** The call in each language that has it, made by a service. */
export function samplesOf(operation: Operation, examples: Examples, baseUrl: string): Sample[] {
  const typed = typeScriptOf(operation, examples, baseUrl);
  return [
    { lang: 'Shell', source: curlOf(operation, examples, baseUrl) },
    ...(typed ? [{ lang: 'TypeScript', source: typed }] : []),
    ...(operation.body?.schema === null ? [] : [{ lang: 'Python', source: pythonOf(operation, examples, baseUrl) }]),
  ];
}

function typeScriptOf({ id, body }: Operation, examples: Examples, baseUrl: string): string | null {
  const method = personMethods[id];
  const sent = body?.schema ? JSON.stringify(examples[body.schema]) : '';
  const call = method ? `console.log(await billing.as({ userId: 'user_42' }).${method}(${sent}));` : clientCalls[id];
  if (!call) return null;
  return `import { createClient } from 'subscription-payments-client';
const billing = createClient({ url: '${baseUrl}', key: billingKey });
${call}`;
}

function pythonOf({ method, path, body, auth }: Operation, examples: Examples, baseUrl: string): string {
  const isKeyed = auth === 'session' || auth === 'service' || auth === 'key';
  const headers = [
    ...(isKeyed ? [`'authorization': f"Bearer {os.environ['BILLING_KEY']}"`] : []),
    ...(isKeyed && auth !== 'key' ? ["'x-user-id': 'user_42'"] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ];
  const data = body?.schema ? [`data=b'${JSON.stringify(examples[body.schema])}'`] : [];
  const given = [`'${baseUrl}${path}'`, `method='${method.toUpperCase()}'`, `headers={${headers.join(', ')}}`, ...data];
  return `import json, os, urllib.request
request = urllib.request.Request(
${given.map((each) => `    ${each},`).join('\n')}
)
print(json.load(urllib.request.urlopen(request)))`;
}
