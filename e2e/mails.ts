import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { plainBrand } from '../server/brand/brand.ts';
import { dress } from '../server/mail/dress.ts';
import { languages } from '../server/mail/language.ts';
import { mailKinds, sampleMail } from '../server/mail/testing.ts';

/** Each kind of mail on a phone and in a wide reader, as it is sent. */
export async function shootMails(browser: Browser, folder: string, isWanted: (name: string) => boolean): Promise<void> {
  const kinds = mailKinds.filter((kind) => isWanted(`mail-${kind}`));
  const brand = { ...plainBrand, name: 'Analytical', support: 'mailto:help@example.com' };
  for (const language of languages)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme });
      for (const kind of kinds) {
        await page.setContent(dress(sampleMail(kind, language), brand).html);
        for (const width of [360, 640]) {
          await page.setViewportSize({ width, height: 480 });
          await page.screenshot({
            path: join(folder, `mail-${kind}-${width}-${colorScheme}-${language}.png`),
            fullPage: true,
          });
        }
      }
      await page.close();
    }
}
