// `npm run dev`: every block, component and island with the fixture's examples, in the dev server.
//
// Rendered as the build renders pages: to a string, which the islands then bring to life.

import display from "@fontsource-variable/josefin-sans/files/josefin-sans-latin-wght-normal.woff2?url";
import textItalic from "@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2?url";
import text from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url";
import { MDXProvider } from "@mdx-js/react";
import { renderToStaticMarkup } from "react-dom/server";
import { withEditions } from "../scripts/editions.mjs";
import { fontFaces, setFaces } from "../src/design/fonts";
import { registry } from "../src/islands/registry";
import { startIslands } from "../src/islands/start";
import { mdxComponents } from "../src/mdx/components";
import { lateStyles, sharedStyles } from "../src/page/styles";
import type { Assets } from "../src/site/assets";
import { SiteProvider } from "../src/site/context";
import { joinStyles } from "../src/site/styles";
import content from "../src/testing/content.json";
import { type Example, examplesOf } from "./examples";
import galleryCss from "./gallery.css?inline";

const fixture = withEditions(content);

const images = import.meta.glob<string>("../../site-schema/tests/content/images/*", {
  query: "?url",
  import: "default",
  eager: true,
});

const noPicture = { url: "", type: "", width: 0, height: 0 };
const assets: Assets = {
  picture: (src) => ({
    url: images[`../../site-schema/tests/content/images/${src}`] ?? "",
    width: 1600,
    height: 900,
    tint: null,
    srcSet: null,
    sources: [],
    inPage: null,
  }),
  // Nothing of a page's head is shown here.
  socialPicture: async () => noPicture,
  logo: noPicture,
  fonts: { display, text, textItalic },
  styleSheet: () => "",
  scripts: { runtime: "" },
};

const examples = examplesOf(fixture);
// As on every page whose scripts run.
document.documentElement.classList.add("scripted");
const styles = new Set<string>();
document.body.innerHTML = renderToStaticMarkup(
  <SiteProvider
    value={{ year: fixture.year, content: fixture.content, assets, styles, route: "/everything" }}
  >
    <MDXProvider components={mdxComponents}>
      <Gallery examples={examples} />
    </MDXProvider>
  </SiteProvider>,
);
const sheet = document.createElement("style");
sheet.textContent =
  fontFaces(assets.fonts) + setFaces("body") + sharedStyles + joinStyles(styles) + lateStyles + galleryCss;
document.head.append(sheet);
for (const choice of document.querySelectorAll<HTMLInputElement>("[name=scheme]")) {
  choice.addEventListener("change", () => {
    document.documentElement.dataset.scheme = choice.value;
  });
}
startIslands(document, registry);

function Gallery({ examples }: { examples: Example[] }) {
  return (
    <>
      <nav className="gallery-contents" aria-label="Gallery">
        <h1>Gallery</h1>
        <ul>
          {examples.map(({ name }) => (
            <li key={name}>
              <a href={`#${anchor(name)}`}>{name}</a>
            </li>
          ))}
        </ul>
        <fieldset>
          <legend>Scheme</legend>
          {["light dark", "light", "dark"].map((scheme, index) => (
            <label key={scheme}>
              <input type="radio" name="scheme" value={scheme} defaultChecked={index === 0} /> {scheme}
            </label>
          ))}
        </fieldset>
      </nav>
      {examples.map(({ name, shown }) => (
        <div key={name} id={anchor(name)} data-example={name}>
          <p className="gallery-name">{name}</p>
          {shown}
        </div>
      ))}
    </>
  );
}

/** Not the bare name: the examples have ids of their own. */
function anchor(name: string): string {
  return `example-${name.replaceAll(" ", "-")}`;
}
