import type { Truth } from '../../../sandbox/testing.ts';
import type { Provider } from '../../events/wire.ts';
import type { Random } from '../random.ts';
import { organisationOf, type Role } from './acts/people.ts';
import { accountIn, type Owner } from './model/account.ts';
import { type Holder, Memory } from './model/books.ts';
import type { Previewed } from './previews.ts';
import { Prophecies } from './prophecies.ts';

interface Born {
  provider: Provider;
  owner: string;
  role: Role;
  random: Random;
}

export interface Life extends Born {
  /** The person and, if there is one, their organisation. */
  owners: [Owner] | [Owner, Owner];
  memory: Memory;
  prophecies: Prophecies;
  /** Of changes since the pages were read. */
  previews: Previewed[];
  /** What happened so far. */
  story: string[];
}

export function newLife(born: Born): Life {
  const own = { owner: born.owner, grants: [] };
  const organisation = { owner: organisationOf(born.owner), grants: [] };
  const owners: Life['owners'] = born.role === 'alone' ? [own] : [own, organisation];
  return { ...born, owners, memory: new Memory(), prophecies: new Prophecies(), previews: [], story: [] };
}

export function accountOf({ provider, role, owners: [own, organisation] }: Life, truth: Truth): Holder {
  const shared = organisation ? accountIn(truth, provider, organisation) : null;
  return { ...accountIn(truth, provider, own), organisation: shared, isPayer: role === 'payer' };
}

/** To be called whenever the books may have changed. */
export function note(life: Life, truth: Truth): void {
  const { organisation, subscriptions } = accountOf(life, truth);
  life.memory.note([...subscriptions, ...(organisation?.subscriptions ?? [])]);
}
