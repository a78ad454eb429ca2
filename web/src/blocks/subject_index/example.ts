import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"subject_index"> = {
  kind: "subject_index",
  id: "subjects",
  heading: "By subject",
  intro: [paragraph("All articles, whichever category is chosen above.")],
};
