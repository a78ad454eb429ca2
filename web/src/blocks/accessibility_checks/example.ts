import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"accessibility_checks"> = {
  kind: "accessibility_checks",
  id: null,
  heading: "Checks",
  intro: null,
  items: [{ check: "axe", title: "By a program", detail: [paragraph("Each page.")] }],
  note: [paragraph("Programs find much, not all.")],
  actions: [],
};
