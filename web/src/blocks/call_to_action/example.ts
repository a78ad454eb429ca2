import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"call_to_action"> = {
  kind: "call_to_action",
  id: null,
  heading: "Begin",
  body: [paragraph("With thirty minutes.")],
  actions: [
    { label: "Schedule", href: { kind: "page", href: "/schedule" } },
    { label: "Read on", href: { kind: "external", href: "https://association.example.com/" } },
  ],
};
