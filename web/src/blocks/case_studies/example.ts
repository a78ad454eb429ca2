import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"case_studies"> = {
  kind: "case_studies",
  id: null,
  heading: "Who We Help",
  intro: null,
  studies: [
    {
      title: "Two Teachers",
      subtitle: "Both 62",
      icon: "couple",
      challenge: [paragraph("When?")],
      solution: [paragraph("Then.")],
    },
  ],
  disclaimer: "Hypothetical examples, for illustration only.",
};
