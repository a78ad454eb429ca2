import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SiteProvider } from "../site/context";
import { fixture, siteOf } from "../testing/site";
import { Island } from "./island";

/** The HTML of an island on a site whose build has made these modules. */
function htmlOf(islands: Record<string, string>, children: ReactNode = <p>a map</p>): string {
  const site = siteOf(fixture, "/contact");
  const assets = { ...site.assets, scripts: { ...site.assets.scripts, islands } };
  return renderToStaticMarkup(
    <SiteProvider value={{ ...site, assets }}>
      <Island name="office_map" trigger="visible" props={{ src: "", title: "" } as never}>
        {children}
      </Island>
    </SiteProvider>,
  );
}

test("an island has the address of its module, or the build fails", () => {
  expect(htmlOf({ office_map: "/assets/office_map.js" })).toContain('data-module="/assets/office_map.js"');
  expect(() => htmlOf({ map: "/assets/map.js" })).toThrow(
    "expected the module of the island office_map among map, found none",
  );
});

test("an island that has nothing to show fails the build", () => {
  expect(() => htmlOf({ office_map: "/assets/office_map.js" }, null)).toThrow(
    "to have a component or children",
  );
});
