// A browser that cannot run the page is told so: one without WebAssembly, one that cannot read the page's scripts.
import { check, equal } from "../harness.mjs";

export default async function ({ context, url }) {
  const told = (page) => page.getByTestId("unable").textContent();

  await check("without WebAssembly the page says what it needs, in both languages", async () => {
    const page = await context.newPage();
    await page.addInitScript("delete globalThis.WebAssembly");
    await page.goto(url);
    const text = await told(page);
    equal([/has no WebAssembly\./, /Firefox 115/, /缺少 WebAssembly。/].map((r) => r.test(text)), [true, true, true], text);
    equal(await page.locator("main").count(), 0, "pictures");
    await page.close();
  });

  await check("a browser that cannot read the page's scripts is told so", async () => {
    const page = await context.newPage();
    await page.route("**/assets/index-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "let later = than this;" }));
    await page.goto(url);
    equal((await told(page)).includes("has no JavaScript (ES2022)"), true, "told");
    await page.close();
  });

  await check("one that can run it is told nothing", async () => {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector("main[aria-busy=false]");
    equal(await page.getByTestId("unable").count(), 0, "told");
    await page.close();
  });
}
