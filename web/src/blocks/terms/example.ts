import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"terms"> = {
  kind: "terms",
  id: null,
  heading: "Terms",
  intro: null,
  items: [{ title: "Notice", detail: [paragraph("30 days.")] }],
  actions: [],
};
