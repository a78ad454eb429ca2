// The styles of every page, before the styles of its components, and the styles that load after the first paint.

import articlePrint from "../article/print.css?inline";
import base from "../design/base.css?inline";
import darkGround from "../design/dark_ground.css?inline";
import fallbackFonts from "../design/fallback_fonts.css?inline";
import late from "../design/late.css?inline";
import parts from "../design/parts.css?inline";
import print from "../design/print.css?inline";
import tokens from "../design/tokens.css?inline";
import { inLayer, layers } from "../site/styles";
import popovers from "./header/popovers.css?inline";
import newsletterPrompt from "./newsletter_prompt/newsletter_prompt.css?inline";

export const sharedStyles =
  `@layer ${layers};` +
  inLayer("tokens", tokens + fallbackFonts) +
  inLayer("base", base) +
  inLayer("parts", parts) +
  inLayer("components", darkGround);

/** Not needed for the first paint: menus, dialogs and print. */
export const lateStyles =
  inLayer("components", popovers + newsletterPrompt) + late + inLayer("print", print + articlePrint);
