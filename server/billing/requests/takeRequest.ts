import type { ContractRequest } from '../../database/generated/client.ts';
import { AppError } from '../../errors.ts';
import { dateIn, momentIn } from '../../mail/dates.ts';
import type { Language } from '../../mail/language.ts';
import type { MailFacts, MailRequest } from '../../mail/message.ts';
import type { Billing } from '../context.ts';
import { addressOwnerOf } from './addressOwner.ts';
import { linkDigest, newLinkToken, newNumber } from './linkToken.ts';
import type { Receipt, RequestInput } from './request.ts';

/** Longer than the mail takes, shorter than the inbox is forgotten; the request itself stays. */
const LINK_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Writes down that somebody cancels or withdraws, with the time, and mails a receipt to the address. The same is done
 * and answered for every address; only the mail to a proven one has a link that ends the plan. Throws AppError
 * not_found where the adopter doesn't offer it.
 */
export async function takeRequest(billing: Billing, input: RequestInput): Promise<Receipt> {
  const { kind, email, wishedFor, ...said } = input;
  const { ends, outbox, baseUrl } = billing;
  if (kind === 'cancel' ? !ends.cancelPage : ends.withdrawalDays === 0) throw new AppError('not_found');
  const owner = await addressOwnerOf(billing, email);
  const token = newLinkToken();
  const isLinked = kind === 'cancel' && owner?.proven === true && outbox !== null;
  const receivedAt = new Date();
  const row = {
    ...said,
    id: newNumber(kind),
    kind,
    email,
    userId: owner?.userId ?? null,
    proven: owner?.proven ?? false,
    wishedFor: wishedFor === undefined ? null : new Date(wishedFor),
    receivedAt,
    tokenHash: isLinked ? linkDigest(token) : null,
    linkUntil: isLinked ? new Date(receivedAt.getTime() + LINK_DAYS * DAY_MS) : null,
  };
  const mail: MailRequest = {
    until: row.linkUntil ?? undefined,
    kind: kind === 'withdraw' ? 'withdrawal_received' : isLinked ? 'cancel_link' : 'cancel_received',
    to: email,
    language: input.language,
    link: isLinked ? `${baseUrl}/cancel?token=${token}` : undefined,
    facts: factsOf({ ...row, name: said.name ?? null, contract: said.contract ?? null, reason: said.reason ?? null }),
  };
  await billing.database.prisma.$transaction(async (tables) => {
    await tables.contractRequest.create({ data: row });
    await outbox?.queue(owner?.userId ?? null, mail, tables);
  });
  if (owner) billing.announce(owner.userId);
  return { number: row.id, receivedAt: receivedAt.toISOString(), mailed: outbox !== null };
}

type Asked = Pick<
  ContractRequest,
  'id' | 'receivedAt' | 'name' | 'contract' | 'reason' | 'wish' | 'wishedFor' | 'language'
>;

/** What was asked, and when, as a receipt repeats it. */
export function factsOf({ id, receivedAt, language, ...said }: Asked): Partial<MailFacts> {
  const quoted = [said.name, said.contract, said.reason].filter((text) => text !== null).map(unlinked);
  return {
    number: id,
    received: momentIn(language as Language, receivedAt),
    quote: quoted.join(' · '),
    wish: said.wish === 'date' && said.wishedFor === null ? 'period_end' : (said.wish as MailFacts['wish']),
    wishedFor: said.wishedFor ? dateIn(language as Language, said.wishedFor) : '',
  };
}

/** Strangers can have a receipt sent to anybody: nothing that they write may become a link in it. */
const unlinked = (text: string) => text.replace(/\s+/g, ' ').replace(/(?<=\w)[.:/@](?=[\w/])/g, ' $& ');
