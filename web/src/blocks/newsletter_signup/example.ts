import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"newsletter_signup"> = {
  kind: "newsletter_signup",
  id: null,
  heading: "The Monthly Brief",
  body: [paragraph("A letter a month.")],
  label: "Read the brief",
};
