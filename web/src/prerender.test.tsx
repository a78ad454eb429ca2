import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { prerender } from "./prerender";
import { assets, collect, fixture, withoutHashes } from "./testing/site";

const pages = await collect(prerender(fixture, assets));

test("every page and every article is made", () => {
  const { content } = fixture;
  expect(pages.map(({ route }) => route)).toEqual(
    [...content.pages, ...content.articles].map(({ route }) => route),
  );
});

/** The picture a page is shared with: its own, or one made of its title. */
function socialPicture(wanted: string): { url: string; alt: string } {
  const page = fixture.content.pages.find(({ route }) => route === wanted);
  const article = fixture.content.articles.find(({ route }) => route === wanted);
  const own = (page?.meta ?? article?.matter)?.social_image;
  const title = page?.meta.title ?? article?.matter.title ?? "";
  const name = wanted === "/" ? "-home" : wanted.replaceAll("/", "-");
  return { url: `/assets/social${name}.png`, alt: own?.alt ?? title };
}

describe.each(pages)("$route", ({ route, html }) => {
  const { document } = new JSDOM(withoutHashes(html)).window;
  const all = (selector: string) => [...document.querySelectorAll(selector)];

  test("has one title, one main, one h1", () => {
    expect([all("title"), all("main"), all("h1")].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test("has what previews of links show in its first 4 kB", () => {
    for (const tag of ["<title>", 'property="og:title"', 'property="og:image"', 'name="twitter:card"']) {
      const at = Buffer.byteLength(html.slice(0, html.indexOf(tag)));
      expect(html).toContain(tag);
      expect(at, tag).toBeLessThan(4096);
    }
  });

  test("asks nothing that a strict content security policy forbids", () => {
    const attributes = all("*").flatMap(({ attributes }) => [...attributes]);
    expect(
      attributes.filter(({ name, value }) => /^(style|on.*)$/.test(name) || /^javascript:/i.test(value)),
    ).toEqual([]);
  });

  test("has landmarks of different names, and no section among them", () => {
    expect(all("section:is([aria-label], [aria-labelledby]), [role=region]")).toEqual([]);
    const navigations = all("nav").map((nav) => nav.getAttribute("aria-label"));
    expect(new Set(navigations).size, navigations.join()).toBe(navigations.length);
  });

  test("has addresses without spaces", () => {
    const addresses = ["src", "href"].flatMap((name) =>
      all(`[${name}]`).map((element) => element.getAttribute(name) ?? ""),
    );
    expect(addresses.filter((address) => /\s/.test(address))).toEqual([]);
  });

  test("has no id twice and no reference to an id that is not there", () => {
    const ids = all("[id]").map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const wanted = ["aria-labelledby", "for", "popovertarget"].flatMap((name) =>
      all(`[${name}]`).map((element) => element.getAttribute(name)),
    );
    expect(wanted.filter((id) => id === null || !ids.includes(id))).toEqual([]);
  });

  test("gives every image its size and a description", () => {
    expect(all("img:not([alt]), img:not([width]), img:not([height])")).toEqual([]);
  });

  test("marks every link that leaves the site, and no other", () => {
    expect(all("a[target], a .external-mark").filter((one) => !one.closest('a[href^="http"]'))).toEqual([]);
    for (const link of all('a[href^="http"]')) {
      expect(link.textContent).toMatch(/\(opens in a new tab\)$/);
      expect(link.querySelector(".external-mark svg")).not.toBeNull();
      expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
    }
  });

  test("says whether search engines may list it", () => {
    const robots = document.querySelector("meta[name=robots]")?.getAttribute("content");
    expect(robots).toMatch(
      route === "/404" ? /^noindex, nofollow$/ : /^index, follow, max-image-preview:large/,
    );
  });

  test("is shared with a picture of a known size and kind", () => {
    const meta = (name: string) =>
      document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content");
    expect(meta("og:image")).toBe(`https://www.example.com${socialPicture(route).url}`);
    expect(meta("twitter:card")).toBe("summary_large_image");
    expect(["og:image:type", "og:image:width", "og:image:height"].map(meta)).toEqual([
      "image/png",
      "1200",
      "630",
    ]);
    expect(meta("og:image:alt")).toContain(socialPicture(route).alt);
  });

  test("asks for the logo behind everything else", () => {
    const preloads = all('link[rel="preload"][as="image"]:not([fetchpriority="high"])');
    expect(preloads.map((link) => [link.getAttribute("href"), link.getAttribute("fetchpriority")])).toEqual([
      ["/assets/logo.svg", "low"],
    ]);
    const requests = all('link[rel="preload"]');
    expect(requests.slice(-1)).toEqual(preloads);
  });

  test("has a color in the place of every picture until it is there", () => {
    const style = document.querySelector("style")?.textContent;
    for (const { classList } of all('img[class*="tint-"]')) {
      const tint = [...classList].find((name) => name.startsWith("tint-"));
      expect(style).toContain(`.${tint}{background:#${tint?.slice(5)}}`);
    }
  });

  test("carries structured data that parses", () => {
    const data = all('script[type="application/ld+json"]').map(({ textContent }) =>
      JSON.parse(textContent ?? ""),
    );
    expect(data).toMatchSnapshot();
  });
});

test("equal content gives equal bytes", async () => {
  expect(await collect(prerender(fixture, assets))).toEqual(pages);
});

test("an error names the page", async () => {
  const broken = {
    ...assets,
    picture: () => {
      throw new Error("expected the image x.svg");
    },
  };
  await expect(collect(prerender(fixture, broken))).rejects.toThrow("/: expected the image x.svg");
});
