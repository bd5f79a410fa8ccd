import { expect, onLanding, test } from './fixtures.ts';
import { expectAccessible } from './looks.ts';
import { subscribe } from './steps.ts';
import { brands } from './views.ts';

test(
  'a dark, a pale and a violet brand can be read, light and dark',
  onLanding,
  async ({ signedIn: page, service }, info) => {
    test.setTimeout(180_000);
    await subscribe(page, service);
    for (const [name, BRAND_COLOR] of Object.entries(brands)) {
      await page.goto('about:blank');
      await service.restarted({ BRAND_COLOR });
      for (const path of ['/pricing', '/dashboard']) {
        await page.goto(path);
        await expect(page.locator('[aria-busy=true], [class*=skeleton]')).toHaveCount(0);
        await expectAccessible(page, `${name} ${path}`);
        await page.screenshot({ path: info.outputPath(`${name}${path.replace('/', '-')}.png`) });
      }
    }
    await page.goto('about:blank');
    await service.restarted({});
  },
);
