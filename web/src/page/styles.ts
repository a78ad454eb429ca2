// The styles that every page carries, in their order, and those that come once it has been painted.

import articlePrint from "../article/print.css?inline";
import { articleStyles } from "../article/styles";
import { everyBlockStyles } from "../blocks";
import base from "../design/base.css?inline";
import late from "../design/late.css?inline";
import night from "../design/night.css?inline";
import parts from "../design/parts.css?inline";
import print from "../design/print.css?inline";
import tokens from "../design/tokens.css?inline";
import mdx from "../mdx/mdx.css?inline";
import brand from "../parts/brand.css?inline";
import footer from "./footer/footer.css?inline";
import header from "./header/header.css?inline";
import popovers from "./header/popovers.css?inline";
import { splitLateRules } from "./late_rules";
import newsletterPrompt from "./newsletter_prompt/newsletter_prompt.css?inline";

export const sharedStyles = tokens + base + parts + brand + night + header + footer;

/** Not needed for the first paint: what opens over the page, print, and what pages have for paper and forced colors. */
export const lateStyles =
  late +
  splitLateRules(sharedStyles + everyBlockStyles() + articleStyles + mdx).late +
  popovers +
  newsletterPrompt +
  print +
  articlePrint;
