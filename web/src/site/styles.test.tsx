import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BlocksOnPage } from "../blocks";
import { examples } from "../blocks/examples";
import feeStripCss from "../blocks/fee_strip/fee_strip.css?inline";
import teamCss from "../blocks/team/team.css?inline";
import type { Block } from "../content";
import ruledRowsCss from "../parts/ruled_rows.css?inline";
import sideHeadingCss from "../parts/side_heading.css?inline";
import { fixture, siteOf } from "../testing/site";
import { SiteProvider } from "./context";
import { joinStyles, useStyles } from "./styles";

/** The styles of a page with these blocks. */
function stylesOf(blocks: Block[]): string {
  const site = siteOf(fixture, "/");
  renderToStaticMarkup(
    <SiteProvider value={site}>
      <BlocksOnPage blocks={blocks} />
    </SiteProvider>,
  );
  return joinStyles(site.styles);
}

test("a page has each sheet once, and only those of its components", () => {
  const { team, fee_strip, value_cards } = examples;
  const styles = stylesOf([fee_strip, value_cards, fee_strip]);
  for (const sheet of [feeStripCss, ruledRowsCss, sideHeadingCss])
    expect(styles.split(sheet)).toHaveLength(2);
  expect(styles).not.toContain(teamCss);
  expect(stylesOf([team])).toContain(teamCss);
  expect(stylesOf([team])).not.toContain(sideHeadingCss);
});

test("the order of blocks doesn't change the styles of a page, so that a block looks the same anywhere", () => {
  const blocks = Object.values(examples);
  expect(stylesOf(blocks.toReversed())).toBe(stylesOf(blocks));
});

test("a component outside a page, such as one in an island, can't have styles of its own", () => {
  function Styled() {
    useStyles("p{}");
    return <p />;
  }
  expect(() => renderToStaticMarkup(<Styled />)).toThrow("must be rendered inside <SiteProvider>");
});
