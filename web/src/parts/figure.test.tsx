import { JSDOM } from "jsdom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SiteProvider } from "../site/context";
import { assets, fixture, siteOf, withoutHashes } from "../testing/site";
import { Figure } from "./figure";

const photograph = {
  url: "/assets/photo-1200.jpg",
  width: 3000,
  height: 2000,
  tint: "c0ffee",
  srcSet: "/assets/photo-480.jpg 480w, /assets/photo-1200.jpg 1200w",
  sources: [
    { type: "image/avif", srcSet: "/assets/photo-480.avif 480w" },
    { type: "image/webp", srcSet: "/assets/photo-480.webp 480w" },
  ],
  inPage: null,
};

function figure(picture: typeof photograph | null, first = false) {
  const site = siteOf(fixture, "/");
  if (picture) site.assets = { ...assets, picture: () => picture };
  const html = renderToStaticMarkup(
    <SiteProvider value={site}>
      <Figure
        image={{ src: "hero.svg", alt: "A hero" }}
        sizes="50vw"
        className="hero-picture"
        first={first}
      />
    </SiteProvider>,
  );
  return new JSDOM(withoutHashes(html)).window.document;
}

function attributes(element: Element | null): Record<string, string> {
  return Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
}

test("a photograph is offered in every format and width, the best format first", () => {
  const document = figure(photograph);
  expect([...document.querySelectorAll("picture > *")].map((child) => attributes(child))).toEqual([
    { type: "image/avif", srcset: "/assets/photo-480.avif 480w", sizes: "50vw" },
    { type: "image/webp", srcset: "/assets/photo-480.webp 480w", sizes: "50vw" },
    {
      src: "/assets/photo-1200.jpg",
      srcset: photograph.srcSet,
      sizes: "50vw",
      alt: "A hero",
      width: "3000",
      height: "2000",
      class: "hero-picture tint-c0ffee",
      loading: "lazy",
      decoding: "async",
    },
  ]);
});

test("a drawing is one file", () => {
  const document = figure(null);
  expect(document.querySelector("picture")).toBeNull();
  expect(attributes(document.querySelector("img"))).toEqual({
    src: "/assets/hero.svg",
    alt: "A hero",
    width: "1600",
    height: "900",
    class: "hero-picture tint-184888",
    loading: "lazy",
    decoding: "async",
  });
});

test("the first picture of a page does not wait", () => {
  expect(attributes(figure(photograph, true).querySelector("img"))).toMatchObject({ fetchpriority: "high" });
  expect(figure(photograph, true).querySelector("[loading]")).toBeNull();
});
