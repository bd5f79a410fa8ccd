import type { SandboxedApp } from '../app/sandboxedApp.ts';
import type { Buyer } from '../calls/buyerCalls.ts';

/** A person who opens checkouts in two tabs. */
export function twoTabs(app: SandboxedApp, buyer: Buyer) {
  const { adapter } = app.deps.billing;
  /** Opens all pages at once. Alpha ends superseded pages, so `endCheckout` is switched off meanwhile. */
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
