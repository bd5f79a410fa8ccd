import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getUntypedClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { TRPCErrorResponse } from '@trpc/server/rpc';
import type { AppRouter } from '../server/trpc/router.ts';
import { AuthRefusal } from './authRefusal.ts';
import { callsOf } from './router/firstCalls.ts';
import { addressAt } from './router/site.ts';
import type { Failure } from './views/failureText.ts';

export const trpc = createTRPCReact<AppRouter>();

type Outputs = inferRouterOutputs<AppRouter>;
export type User = NonNullable<Outputs['session']['me']>;
export type LoginView = Outputs['session']['login'];
export type PlanList = Outputs['plans']['list'];
export type PlanNames = PlanList['names'];
export type PlanView = Outputs['plans']['list']['plans'][number];
export type SubscriptionView = NonNullable<Outputs['subscription']['current']['subscription']>;
export type LiveSubscriptions = Outputs['subscription']['live'];
/** With what it lets its owner use by itself. */
export type UsedSubscription = LiveSubscriptions['live'][number];
export type OrganisationView = NonNullable<Outputs['subscription']['organisation']>;
export type AccessView = Outputs['subscription']['access'];
export type PaymentView = Outputs['payments']['list']['payments'][number];
export type DeliveryView = Outputs['operator']['deliveries']['entries'][number];
export type ExplanationView = NonNullable<Outputs['operator']['explain']>;
export type JobReportView = Outputs['operator']['jobs'];
export type ReportedOwner = Outputs['operator']['duplicates'][number];
export type ReturnedMoney = Outputs['operator']['moneyBack'][number];
export type RequestReceipt = Outputs['requests']['ask'];
export type LinkedRequestView = Outputs['requests']['open'];
export type ContractRequestView = Outputs['operator']['requests'][number];
export type DeskOutputs = Outputs['operator'];
export type ReconcileView = NonNullable<Outputs['operator']['drift']>;
type Inputs = inferRouterInputs<AppRouter>;
/** What pages ask for. */
export type SubscriptionChange =
  | Extract<Inputs['subscription']['change'], { kind: 'change_plan' }>
  | { kind: 'cancel_at_period_end' | 'resume' | 'undo' | 'pause' | 'unpause'; subscriptionId?: string };
export type ChangePreview = Outputs['subscription']['preview'];
export type Outcome = NonNullable<Extract<Inputs['operator']['deliveries'], object>['outcome']>;
export type Interval = keyof PlanView['prices'];

export const url = addressAt('/api/trpc');
/** The server refuses larger batches. */
const BATCH = 10;
/** Everything but streams: see `LiveRecords`. */
export const callLink = httpBatchLink({ url, maxItems: BATCH });
export const trpcClient = trpc.createClient({ links: [callLink] });
/** Acts for the organisation that the reader's token names; the reader's own stream tells of its changes. */
export const organisationClient = trpc.createClient({
  links: [httpBatchLink({ url, maxItems: BATCH, headers: { 'x-owner': 'org' } })],
});

/** A failed call's code and HTTP status; no code: the service was not reached or did not answer as itself. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AuthRefusal) return error.refusal;
  if (!(error instanceof TRPCClientError)) return {};
  const { data, meta } = error as TRPCClientError<AppRouter>;
  const response = meta?.response;
  const requestId = response instanceof Response ? (response.headers.get('x-request-id') ?? undefined) : undefined;
  return { code: data?.code, status: data?.httpStatus, requestId, conflict: data?.conflict };
}

function isRefusal(error: unknown): boolean {
  const { status } = failureOf(error);
  return status !== undefined && status < 500;
}

/** Calls that answer "no session" turn the whole page signed out, so that it asks to sign in again. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (failureOf(error).code === 'UNAUTHORIZED')
      client.setQueryData(getQueryKey(trpc.session.me, undefined, 'query'), null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => count < 1 && !isRefusal(error), retryDelay: 300 },
    },
  });
  return client;
}

/** What the server wrote into the document, as if it had been asked for. */
export function tell(
  client: QueryClient,
  { plans, login, me }: { plans: PlanList; login: LoginView; me?: User | null },
): void {
  client.setQueryData(getQueryKey(trpc.plans.list, undefined, 'query'), plans);
  client.setQueryData(getQueryKey(trpc.session.login, undefined, 'query'), login);
  if (me !== undefined) client.setQueryData(getQueryKey(trpc.session.me, undefined, 'query'), me);
}

type BatchAnswer = { result: { data: unknown } } | TRPCErrorResponse;

/**
 * Takes what the document asked for before any script was there. What failed is asked for again, as pages do; what was
 * refused, as after a session's end, is not.
 */
export function takeFirstCalls(client: QueryClient): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=fetch]');
  if (!link) return;
  const answers = fetch(link.href).then((response) => response.json() as Promise<BatchAnswer[]>);
  callsOf(link.href).forEach(({ path, input }, index) => {
    const queryFn = async () => {
      const answer = await answers.then((all) => all[index]).catch(() => undefined);
      if (answer && 'result' in answer) return answer.result.data;
      const refusal = answer && TRPCClientError.from(answer);
      if (isRefusal(refusal)) throw refusal;
      return getUntypedClient(trpcClient).query(path, input);
    };
    void client.prefetchQuery({ queryKey: [path.split('.'), { ...(input && { input }), type: 'query' }], queryFn });
  });
}

/** What is known of the organisation, apart from what is known of the reader. */
export const organisationQueries = createQueryClient();
