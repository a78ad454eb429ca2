import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"appointments"> = {
  kind: "appointments",
  id: null,
  groups: [
    {
      heading: "New clients",
      intro: [paragraph("Free.")],
      appointments: [{ label: "Choose a time", description: "A first talk", link: "introduction" }],
    },
  ],
};
