import type { SandboxedApp } from '../app/sandboxedApp.ts';
import type { Buyer } from '../calls/buyerCalls.ts';

/** Somebody with two tabs (business.md, B1). */
export function twoTabs(app: SandboxedApp, buyer: Buyer) {
  const { adapter } = app.deps.billing;
  /** All pages are open, as where the company ends none when another supersedes it: alpha ends its own. */
  const openAll = async <Plans extends readonly string[]>(...plans: Plans) => {
    const pages: string[] = [];
    const { endCheckout } = adapter;
    Object.assign(adapter, { endCheckout: undefined });
    for (const plan of plans) pages.push((await app.checkout(buyer, { plan })).sessionId);
    Object.assign(adapter, { endCheckout });
    return pages as { [Place in keyof Plans]: string };
  };
  const openBoth = () => openAll('starter', 'enterprise');
  return {
    openAll,
    openBoth,
    async payBoth(): Promise<void> {
      for (const page of await openBoth()) await app.payPage(page);
      await app.settle();
    },
  };
}
